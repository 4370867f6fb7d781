"""Turn alerts in a real browser: the switches on the card and at a table, and what the service worker shows.

A Chromium that runs for tests has no push service. So the page is given a subscription at one of our own
(``tests/push_service.py``), whose keys are here: what the server sends is opened, and handed to the service worker by
the browser itself, as its push service would. A press on a notification is played by an event: no test can press one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from house import Server, Visitor
from push_service import Service, Subscription

STAND_IN = """wish => {
  const made = { endpoint: wish.endpoint, toJSON: () => ({ endpoint: wish.endpoint, keys: wish }),
    unsubscribe: async () => { sessionStorage.removeItem('told'); return true; } };
  PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || !options.applicationServerKey) throw new Error('not as it must be asked');
    sessionStorage.setItem('told', 'yes');
    return made;
  };
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem('told') ? made : null;
}"""
READY = "() => navigator.serviceWorker.ready.then(() => true)"
SHOWN = "() => navigator.serviceWorker.ready.then(one => one.getNotifications())"
# What is shown is noted where it is shown: a Chromium without a screen may take a notification down at once.
NOTED = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.registration.showNotification = (title, options) => {
    self.shown = { title, ...options };
    return show(title, options);
  };
}"""


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.close()


@pytest.fixture
def nearby(built: None, tmp_path: Any) -> Iterator[Server]:
    """A server that sends to this machine, and at once."""
    server = Server(tmp_path)
    server._command += ["--alerts-nearby", "--alert-seconds", "0"]
    server.start()
    yield server
    server.stop()


def come(browser: Any, server: Server, subscription: Subscription, **settings: Any) -> Visitor:
    """Somebody whose browser lets itself be told."""
    who = Visitor(browser, server, **settings)
    who.context.grant_permissions(["notifications"], origin=server.address)
    who.page.add_init_script(f"({STAND_IN})({json.dumps(subscription.wish)})")
    return who


def by_days(who: Visitor, other: Visitor) -> str:
    """A match of Ice Lake with two days a move, where both begin at once."""
    who.go("#/set/ice_lake?with=friends")
    clock = who.page.get_by_label("Clock")
    days = clock.locator("option", has_text="day").first.get_attribute("value")
    clock.select_option(days)
    who.page.get_by_role("button", name="Sit down", exact=True).click()
    other.page.goto(who.page.input_value("#invite-link"))
    other.page.get_by_role("button", name="Sit down", exact=True).click()
    other.at_table()
    return str(other.page.url.partition("#/table/")[2])


def posted(service: Service, count: int) -> None:
    for _ in range(400):
        if len(service.posts) >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{len(service.posts)} of {count} alerts")


def test_a_browser_is_told_shows_it_and_opens_the_table(browser: Any, nearby: Server, service: Service):
    subscription = service.subscription()
    ann, ben = come(browser, nearby, subscription, name="Ann"), Visitor(browser, nearby, name="Ben")
    ann.go("#/card")
    ann.page.get_by_role("button", name="Make my card").click()
    ann.page.evaluate(READY)
    switch = ann.page.get_by_label("Tell this browser, even when no page is open")
    switch.check()
    ann.page.get_by_role("button", name="Send a trial", exact=True).click()
    ann.page.get_by_text("The trial was taken.").wait_for()
    assert "trial" in json.loads(subscription.opened(service.posts[0].body))["text"]
    ann.page.reload()
    assert ann.page.get_by_label("Tell this browser, even when no page is open").is_checked()
    assert ann.violations() == []

    table = by_days(ann, ben)
    posted(service, 2)
    said = subscription.opened(service.posts[1].body).decode()
    assert json.loads(said) == {"table": table, "title": "Your turn: Ice Lake", "text": "Ben"}

    # The browser hands it to the service worker, as a push service would have it; Ann looks at another page.
    ann.go()
    cdp = ann.context.new_cdp_session(ann.page)
    registrations: list[Any] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    cdp.send("ServiceWorker.enable")
    ann.page.wait_for_timeout(200)
    where = {"origin": nearby.address, "registrationId": registrations[-1]["registrationId"]}
    worker = ann.context.service_workers[0]
    worker.evaluate(NOTED)
    cdp.send("ServiceWorker.deliverPushMessage", {**where, "data": said})
    worker.evaluate("async () => { while (!self.shown) await new Promise(done => setTimeout(done, 20)); }")
    shown = worker.evaluate("() => ({ title: self.shown.title, body: self.shown.body, tag: self.shown.tag })")
    assert shown == {"title": "Your turn: Ice Lake", "body": "Ben", "tag": table}

    opened = worker.evaluate(
        """async () => {
          const opened = [];
          self.clients.openWindow = async address => void opened.push(address);
          const waits = [];
          const event = new Event('notificationclick');
          event.notification = { close() {}, ...self.shown };
          event.waitUntil = what => waits.push(what);
          self.dispatchEvent(event);
          await Promise.all(waits);
          return opened;
        }"""
    )
    assert opened == [f"{nearby.address}/#/table/{table}"]
    cdp.send("ServiceWorker.deliverPushMessage", {**where, "data": said})
    ann.page.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    ann.go(f"#/table/{table}")  # whoever has come need not be called
    ann.at_table()
    ann.page.wait_for_function(f"async () => (await ({SHOWN})()).length === 0")

    # At the table itself: no more of this one.
    ann.page.get_by_role("button", name="More", exact=True).click()
    here = ann.page.get_by_label("Tell me when it is my turn here")
    with ann.page.expect_response("**/alerts/tables/*"):
        here.uncheck()
    assert not here.is_checked()
    assert ann.violations() == []
    ann.go("#/card")
    with ann.page.expect_response("**/alerts/browser"):
        ann.page.get_by_label("Tell this browser, even when no page is open").uncheck()
    ann.page.get_by_role("button", name="Send a trial", exact=True).wait_for(state="detached")
    for one in (ann, ben):
        one.close()


def test_a_webhook_and_quiet_hours_on_a_phone_in_persian(browser: Any, nearby: Server, service: Service):
    phone = Visitor(browser, nearby, size=(390, 844), touch=True, name="Ann", language="fa", theme="dark")
    phone.go("#/card")
    phone.page.locator(".button.lamp").first.tap()
    hook = phone.page.locator("main input[type=url]")
    hook.fill(f"{service.origin}/hook")
    phone.page.get_by_role("button", name="به آنجا بفرستید").tap()
    secret = phone.page.get_by_label("راز امضا")
    secret.wait_for()
    assert secret.input_value().startswith("whsec_")
    phone.page.get_by_role("button", name="فرستادن آزمایشی").tap()
    phone.page.get_by_text("آزمایش پذیرفته شد.").wait_for()
    assert json.loads(service.posts[0].body)["type"] == "trial"
    service.answer = lambda post: (500, {})
    phone.page.get_by_role("button", name="فرستادن آزمایشی").tap()
    phone.page.get_by_text("500").wait_for()
    phone.page.get_by_label("ساعت‌های سکوت").tap()
    begins = phone.page.locator("main input[type=time]").first
    begins.wait_for()
    with phone.page.expect_response("**/alerts/quiet"):
        begins.fill("21:30")
        begins.blur()
    assert phone.violations() == []
    phone.page.reload()
    begins = phone.page.locator("main input[type=time]").first
    begins.wait_for()
    assert begins.input_value() == "21:30"
    assert hook.input_value() == f"{service.origin}/hook"
    phone.page.get_by_role("button", name="دیگر به آنجا نفرستید").tap()
    secret.wait_for(state="detached")
    phone.close()


def test_what_is_wrong_with_an_address_is_told_in_its_place(visitor: Any):
    ann = visitor(name="Ann")
    ann.go("#/card")
    ann.page.get_by_role("button", name="Make my card").click()
    hook = ann.page.get_by_label("Webhook")
    hook.fill("http://127.0.0.1:9/")
    ann.expects("400")
    ann.page.get_by_role("button", name="Send them there").click()
    ann.page.get_by_role("status").get_by_text("127.0.0.1").wait_for()
    ann.page.get_by_role("button", name="Send a trial", exact=True).wait_for(state="detached")
