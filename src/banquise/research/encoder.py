"""Writes observations from records, in the rules' own subset and for any game, by a plan (``kernel.transcribe``)."""

from banquise.kernel.transcribe import transcribe


def encode(octets, words, seat, plan, observation):
    """Write what a seat may see of one match into an observation."""
    transcribe(octets, words, seat, plan, observation)


def encode_share(octets, words, seat, plan, observation, first, step):
    """Every ``step``-th number of the same: neighbouring threads of a GPU write neighbouring numbers."""
    for k in range(first, len(plan), step):
        place = plan[k][1] + seat * plan[k][2]
        width = plan[k][0]
        if width == 1:
            observation[k] = octets[place]
        elif width == 2:
            observation[k] = words[place]
        elif place == seat:
            observation[k] = 1
        else:
            observation[k] = 0
