"""Alerts: what players wish to be told of, and where; and the loop that tells them.

What is to be told lies in the store (``stores/club_alerts.py``), where the move that began a turn has put it. The loop
takes it from there when whoever is waited for has had a moment to notice by themselves, and outside the quiet hours;
what fails is tried again, more and more seldom, and then no more. Nothing here is waited for by a move.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress

from banquise.server import journal, metrics
from banquise.server.club import messages
from banquise.server.club import protocol as c
from banquise.server.club.messages import Alert
from banquise.server.club.outside import Answer, Outside, Unreachable
from banquise.server.club.quiet import quiet_until, zone_of
from banquise.server.club.webpush import PushKey, browsers_key, sealed
from banquise.server.live.house import House
from banquise.server.now import now_ms
from banquise.server.stores.club_alerts import AlertStore, Due, Quiet, Target
from banquise.server.stores.store import Cardholder, StoreTrouble

EVERY = 1.0  # seconds between two looks at what is due
AT_ONCE = 48  # alerts on their way
LEASE_MS = 60_000  # after which an alert whose sender has died is somebody else's
AGAIN_MS = (60_000, 300_000, 1_800_000, 7_200_000)  # after a failure, and the next; then it is given up
LONGEST_WAIT_MS = 7_200_000  # that a receiver may ask for
MOST_LOST = 20  # alerts in a row that nobody takes; then nobody is told there any more
KEPT_SECONDS = 86_400  # that a push service keeps an alert for a browser that is away
LAST_SECONDS = 1.5  # to finish what is on its way when the server stops
GONE, NOT_FOUND, TOO_MANY = 410, 404, 429


class NoAlerts(Exception):
    """Whoever runs the server sends none."""


class NotThere(Exception):
    """What was asked for is not there: no seat at that table, nothing to be tried."""


class Alerts:
    """The alerts of a house."""

    def __init__(self, house: House):
        self.house = house
        self.outside = Outside(house.settings.alerts_nearby)
        self._key: PushKey | None = None
        self._loop: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def _store(self) -> AlertStore:
        assert self.house.store.club is not None
        return self.house.store.club.alerts

    async def key(self) -> PushKey:
        """By what push services know this house: made once, and kept in the store for all its processes."""
        if self._key is None:
            self._key = PushKey(await self._store.push_key(PushKey.fresh()))
        return self._key

    # What players wish --------------------------------------------------------------------------

    async def info(self, holder: Cardholder) -> c.AlertsInfo:
        """What a player has said."""
        targets, quiet, silenced = await self._store.wishes(holder.player)
        hook = next((one for one in targets if one.is_webhook), None)
        return c.AlertsInfo(
            push_key=(await self.key()).public if self.house.settings.alerts else None,
            browser=any(one.device == holder.device for one in targets),
            browsers=sum(not one.is_webhook for one in targets),
            webhook=c.WebhookInfo(hook.address, hook.secret, hook.trouble) if hook else None,
            quiet=c.QuietHours(*quiet) if quiet else None,
            silenced=silenced,
        )

    async def tell_browser(self, holder: Cardholder, wish: c.BrowserWish, home: str) -> None:
        """Tell the browser that asks."""
        browsers_key(wish.p256dh)
        await self._check(wish.endpoint, ("http", "https") if self.house.settings.alerts_nearby else ("https",))
        where = (wish.endpoint, wish.p256dh.rstrip("="), wish.auth.rstrip("="), wish.language, home)
        await self._store.add(Target(secrets.token_hex(8), holder.player, holder.device, *where, now_ms()))

    async def tell_webhook(self, holder: Cardholder, wish: c.WebhookWish, home: str) -> None:
        """Tell a webhook too; one that is told already keeps its secret."""
        await self._check(wish.address, ("http", "https"))
        before = await self._target(holder, "webhook")
        kept = before.secret if before is not None and before.address == wish.address else messages.new_secret()
        where = (wish.address, "", kept, wish.language, home)
        await self._store.add(Target(secrets.token_hex(8), holder.player, None, *where, now_ms()))

    async def _check(self, address: str, schemes: tuple[str, ...]) -> None:
        if not self.house.settings.alerts:
            raise NoAlerts
        await self.outside.check(address, schemes)

    async def _target(self, holder: Cardholder, to: str) -> Target | None:
        targets = (await self._store.wishes(holder.player)).targets
        device = holder.device if to == "browser" else None
        return next((one for one in targets if one.device == device), None)

    async def stop(self, holder: Cardholder, to: str) -> None:
        """Tell this browser, or the webhook, no more."""
        target = await self._target(holder, to)
        if target is not None:
            await self._store.remove(target.id)

    async def be_quiet(self, holder: Cardholder, wish: c.QuietWish | None) -> None:
        """Hours in which nothing is told, or none."""
        if wish is not None:
            zone_of(wish.zone)
        quiet = Quiet(wish.begins, wish.ends, wish.zone) if wish is not None else None
        await self._store.be_quiet(holder.player, quiet)

    async def at_table(self, holder: Cardholder, table: str, on: bool) -> None:
        """Tell a player of their turns at a table, or not."""
        club = self.house.store.club
        if club is None or await club.token_at(holder.player, table) is None:
            raise NotThere("you have no seat at such a table")
        await self._store.silence(holder.player, table, silent=not on)

    async def try_out(self, holder: Cardholder, to: str) -> c.Trial:
        """Send something now: does it arrive?"""
        target = await self._target(holder, to)
        if target is None or not self.house.settings.alerts:
            raise NotThere("nothing is sent there: switch it on first")
        try:
            answer = await self._post(target, messages.trial(target, now_ms()))
        except Unreachable as error:
            return c.Trial(False, str(error))
        if _is_gone(target, answer):
            await self._store.remove(target.id)
        return c.Trial(answer.status < 300, "" if answer.status < 300 else str(answer.status))

    # Telling them -------------------------------------------------------------------------------

    async def open(self) -> None:
        """Begin to send."""
        if self.house.settings.alerts and self.house.store.club is not None:
            self._loop = asyncio.create_task(self._send_on())

    async def close(self) -> None:
        """Finish what is on its way, as far as that takes no time; the rest is sent by whoever comes next."""
        if self._loop is not None:
            self._loop.cancel()
            with suppress(asyncio.CancelledError):
                await self._loop
        if self._sending:
            _, late = await asyncio.wait(self._sending, timeout=LAST_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.outside.close()

    async def _send_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self._send_due()
            except StoreTrouble:
                metrics.TROUBLES.add()
            except Exception as error:
                journal.fault("alerts failed", error)

    async def _send_due(self) -> None:
        now, room = now_ms(), AT_ONCE - len(self._sending)
        if room <= 0:
            return
        for due in await self._store.take(now, now - self._patience, now + LEASE_MS, room):
            task = asyncio.create_task(self._send(due))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    @property
    def _patience(self) -> int:
        """Milliseconds that somebody has to notice their turn by themselves."""
        return int(self.house.settings.alert_seconds * 1000)

    async def _send(self, due: Due) -> None:
        try:
            until = quiet_until(due.quiet, now_ms())
            if not due.waits:
                await self._store.told(due)
            elif until is not None:
                await self._store.put_off(due, until - self._patience, due.tries)
            else:
                await self._settle(due, await self._tried(due))
        except StoreTrouble:
            metrics.TROUBLES.add()  # when the lease ends it is tried again
        except Exception as error:
            journal.fault("an alert failed", error)

    async def _tried(self, due: Due) -> Answer | str:
        try:
            return await self._post(due.target, messages.turn(due))
        except Unreachable as error:
            return str(error)

    async def _settle(self, due: Due, answer: Answer | str) -> None:
        """What becomes of an alert after it was tried."""
        kind = "webhook" if due.target.is_webhook else "browser"
        status = 0 if isinstance(answer, str) else answer.status
        if 200 <= status < 300:
            metrics.ALERTS.add(kind, "arrived")
            await self._store.told(due)
        elif not isinstance(answer, str) and _is_gone(due.target, answer):
            metrics.ALERTS.add(kind, "gone")
            await self._store.remove(due.target.id)
        elif due.tries < len(AGAIN_MS) and _may_change(due.target, status):
            metrics.ALERTS.add(kind, "again")
            wait = 0 if isinstance(answer, str) else 1000 * (answer.retry_after or 0)
            later = max(AGAIN_MS[due.tries], min(wait, LONGEST_WAIT_MS))
            await self._store.put_off(due, now_ms() + later - self._patience, due.tries + 1)
        else:
            metrics.ALERTS.add(kind, "lost")
            await self._store.give_up(due, str(status) if status else str(answer), MOST_LOST)

    async def _post(self, target: Target, alert: Alert) -> Answer:
        now = now_ms()
        if target.is_webhook:
            body = messages.for_webhook(alert, target.home)
            return await self.outside.post(target.address, body, messages.signed(target.secret, alert, body, now))
        body = sealed(messages.for_browser(alert), target.key, target.secret)
        contact = self.house.settings.alert_contact or (target.home if target.home.startswith("https:") else "")
        topic = alert.table or alert.id
        headers = (await self.key()).headers(target.address, contact, topic, KEPT_SECONDS, now // 1000)
        return await self.outside.post(target.address, body, headers)


def _is_gone(target: Target, answer: Answer) -> bool:
    """Has the browser withdrawn its leave, or the webhook said that it is no more?"""
    return answer.status == GONE or (answer.status == NOT_FOUND and not target.is_webhook)


def _may_change(target: Target, status: int) -> bool:
    """Is it of any use to try again? A push service that refuses a request refuses it the next time, too."""
    return target.is_webhook or status in (0, TOO_MANY) or status >= 500
