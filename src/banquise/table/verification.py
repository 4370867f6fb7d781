"""Is a record true? Everything is found out while it is replayed, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from banquise.kernel import fair
from banquise.kernel.contract import CHANCE
from banquise.table.match import Decision, Match
from banquise.table.record import Record, replay, result_of


@dataclass(frozen=True)
class Verdict:
    """What verification found: each check with its result, None where it could not be made.

    >>> Verdict({"moves": True, "seed": None}).is_good, Verdict({"moves": False}).is_good
    (True, False)
    """

    checks: dict[str, bool | None]

    @property
    def is_good(self) -> bool:
        """Did no check fail?"""
        return all(result is not False for result in self.checks.values())


class Kept(NamedTuple):
    """What a player has kept since sitting down: the commitment that they were shown, and the part that they added."""

    commitment: str
    part: str


def verify(record: Record, kept: Kept | None = None, other: Record | None = None) -> Verdict:
    """Check a record against itself: moves legal, final state and result as stated, every outcome from the seed.

    With what a player has ``kept``, also against that: without it, a whole record could have been made afterwards.
    With ``other``, the record of a match that is said to have had the same chance: whether it had.

    >>> from banquise import new, to_record
    >>> match = new("ice_cult", seats=2, seed=4)
    >>> verdict = verify(to_record(match, reveal=True))
    >>> verdict.is_good
    True
    >>> all(verdict.checks.values())
    True
    """
    fairness = Fairness()
    checks = checked(record, replay(record, None, fairness), fairness)
    if kept is not None:
        checks["the commitment is the one that you were shown"] = record.commitment == kept.commitment
        sealed = dict(zip(record.entropy, record.seals, strict=False)).get(kept.part, "")
        checks["your part is in it, as you sealed it"] = sealed == fair.seal(kept.part)
    if other is not None:
        same = all(getattr(record, field) == getattr(other, field) for field in _SAME_CHANCE)
        checks["the chance is that of the other record, sealed alike"] = (
            same and len(record.seats) == len(other.seats) and verify(other).is_good
        )
    return Verdict(checks)


_SAME_CHANCE = ("game", "rules", "options", "position", "before", "commitment", "entropy", "seals", "seed", "chance")


def checked(record: Record, match: Match, fairness: Fairness) -> dict[str, bool | None]:
    """The checks of a record that was replayed to this match, while ``fairness`` looked on."""
    committed = None
    if match.seed is not None:
        committed = fair.commitment(match.seed) == record.commitment and _parts_are_as_sealed(record)
    return {
        "every move is legal": True,  # or it could not have been replayed
        "the last state is as stated": match.digest() == record.digest,
        "the result is as stated": result_of(match) == record.result,
        "the seed is the one committed to": committed,
        "every outcome of chance follows from the seed": None if match.seed is None else fairness.holds,
    }


def _parts_are_as_sealed(record: Record) -> bool:
    if record.seals and len(record.seals) != len(record.entropy):
        return False
    return all(fair.seal(part) == seal for part, seal in zip(record.entropy, record.seals, strict=False) if seal)


class Fairness:
    """Looks on while a match is gone through: does every outcome of chance follow from its seed?"""

    def __init__(self) -> None:
        self.holds = True

    def __call__(self, match: Match, decision: Decision | None) -> None:
        """Draw what chance decides next."""
        if decision is None or decision.actor != CHANCE or match.seed is None:
            return
        self.holds = self.holds and match.next_outcome() == decision.codes[0]
