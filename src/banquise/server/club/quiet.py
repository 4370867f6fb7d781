"""Quiet hours: by the player's own clock, summer time and all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from banquise.server.stores.club_alerts import Quiet


class NoZone(ValueError):
    """A time zone that nobody knows; says which one is meant."""


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name, like Europe/Paris."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # unknown, no name at all, or a folder of them
        raise NoZone(f"{name[:40]!r} is no time zone: give one like Europe/Paris, as a browser tells it") from None


def quiet_until(quiet: Quiet | None, now: int) -> int | None:
    """When the quiet hours end in which it is now (milliseconds since 1970); None: it is not.

    >>> night = Quiet(22 * 60, 7 * 60, "UTC")
    >>> quiet_until(night, 23 * 3_600_000) == (24 + 7) * 3_600_000
    True
    >>> quiet_until(night, 7 * 3_600_000) is None
    True
    """
    if quiet is None or quiet.begins == quiet.ends:
        return None
    zone = zone_of(quiet.zone)
    local = datetime.fromtimestamp(now / 1000, UTC).astimezone(zone)
    minute = local.hour * 60 + local.minute
    over_midnight = quiet.begins > quiet.ends
    inside = minute >= quiet.begins or minute < quiet.ends if over_midnight else quiet.begins <= minute < quiet.ends
    if not inside:
        return None
    later = timedelta(days=1 if over_midnight and minute >= quiet.begins else 0)
    hour, rest = divmod(quiet.ends, 60)
    end = (local.replace(tzinfo=None) + later).replace(hour=hour, minute=rest, second=0, microsecond=0, tzinfo=zone)
    return max(int(end.timestamp() * 1000), now + 60_000)
