"""Writes observations from records, in the rules' own subset and for any game: a plan says what goes where.

A row of the plan: width of the numbers in bytes (1 or 2), where they begin in the record (in numbers of that width),
how many, how far apart the rows of an OWNER field are (0 for a public field), and where they go in the observation.
"""


def encode(octets, words, i, seat, plan, observation):
    """Write what a seat may see of match i into an observation; the seat itself comes first, as one of its places."""
    for k in range(plan[0][4]):
        observation[k] = 0
    observation[seat] = 1
    for p in range(len(plan)):
        begin = plan[p][1] + seat * plan[p][3]
        target = plan[p][4]
        if plan[p][0] == 1:
            for k in range(plan[p][2]):
                observation[target + k] = octets[i][begin + k]
        else:
            for k in range(plan[p][2]):
                observation[target + k] = words[i][begin + k]


def encode_many(octets, words, first, last, actors, plan, observations):
    """Observations of the acting seat of every match; of one that is over, seat 0's."""
    for i in range(first, last):
        seat = actors[i]
        seat = max(seat, 0)
        encode(octets, words, i, seat, plan, observations[i])
