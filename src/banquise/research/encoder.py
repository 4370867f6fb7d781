"""Writes observations from structs, in the rules' own subset and for any game, by a plan (``kernel.transcribe``)."""

from banquise.kernel.transcribe import transcribe


def encode(octets, shorts, seat, plan, observation):
    """Write what a seat may see of one match into an observation."""
    transcribe(octets, shorts, seat, plan, observation)


def encode_share(octets, shorts, seat, plan, observation, first, step):
    """Every ``step``-th number of the same: neighbouring threads of a GPU write neighbouring numbers.

    Four are read before they are written: a thread waits for memory once and not four times.
    """
    k = first
    while k + 3 * step < len(plan):
        one = number(octets, shorts, seat, plan[k])
        two = number(octets, shorts, seat, plan[k + step])
        three = number(octets, shorts, seat, plan[k + 2 * step])
        four = number(octets, shorts, seat, plan[k + 3 * step])
        observation[k] = one
        observation[k + step] = two
        observation[k + 2 * step] = three
        observation[k + 3 * step] = four
        k += 4 * step
    while k < len(plan):
        observation[k] = number(octets, shorts, seat, plan[k])
        k += step


def number(octets, shorts, seat, row):
    """One number of an observation, as its row of the plan says."""
    place = row[1] + seat * row[2]
    if row[0] == 1:
        return int(octets[place])
    if row[0] == 2:
        return int(shorts[place])
    return int(place == seat)
