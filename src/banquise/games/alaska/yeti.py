"""A yeti of Alaska judges positions as the guide does, and looks first at the moves that a network likes (``taste``).

What a network was taught of positions did not play better than the formula, which knows of two moves which is a step
nearer home.
"""

from dataclasses import replace

from banquise.games.alaska.guide import ADVICE, advice, evaluate, guide_move, reopen, weigh
from banquise.games.alaska.guide import TUNING as GUIDE
from banquise.games.alaska.taste import MOVE_FACTS, prefer

__all__ = ["ADVICE", "MOVE_FACTS", "TUNING", "advice", "evaluate", "guide_move", "prefer", "reopen", "weigh"]

TUNING = replace(GUIDE, simulations_a_second=9600, horizon=1)
