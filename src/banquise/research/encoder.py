"""Writes observations from structs, in the rules' own subset and for any game, by a plan (``kernel.transcribe``)."""

from banquise.kernel.transcribe import transcribe


def encode(octets, shorts, seat, plan, observation):
    """Write what a seat may see of one match into an observation."""
    transcribe(octets, shorts, seat, plan, observation)
