"""Writes observations from records, in the rules' own subset and for any game: a plan says what goes where.

A row of the plan: width of the numbers in bytes (1 or 2), where they begin in the record (in numbers of that width),
how many, how far apart the rows of an OWNER field are (0 for a public field), and where they go in the observation.
"""


def encode(octets, words, seat, plan, observation):
    """Write what a seat may see of one match into an observation; the seat itself comes first, as one of its places.

    ``octets`` and ``words`` are the record as numbers of one and of two bytes.
    """
    for k in range(plan[0][4]):
        observation[k] = 0
    observation[seat] = 1
    for p in range(len(plan)):
        row = plan[p]
        begin = row[1] + seat * row[3]
        target = row[4]
        if row[0] == 1:
            for k in range(row[2]):
                observation[target + k] = octets[begin + k]
        else:
            for k in range(row[2]):
                observation[target + k] = words[begin + k]


def encode_share(octets, words, seat, plan, observation, first, step):
    """Every ``step``-th number of each row of the plan: neighbouring threads of a GPU write neighbouring numbers."""
    for k in range(first, plan[0][4], step):
        observation[k] = 0
        if k == seat:
            observation[k] = 1
    for p in range(len(plan)):
        begin = plan[p][1] + seat * plan[p][3]
        target = plan[p][4]
        if plan[p][0] == 1:
            for k in range(first, plan[p][2], step):
                observation[target + k] = octets[begin + k]
        else:
            for k in range(first, plan[p][2], step):
                observation[target + k] = words[begin + k]
