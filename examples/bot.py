"""A whole bot in thirty lines: it speaks the line protocol of docs/bots.md, needs no library, and can play all games.

banquise play ice_lake --seats human,visitor --visitor "python examples/bot.py"
"""

import json
import random
import sys

LIKED = ("unload", "load", "done")  # words in moves that are seldom wrong


def choose(legal):
    """Here you would think. ``legal`` holds a dictionary for each legal move: its number, and its text."""
    liked = [option for option in legal if any(word in option["text"] for word in LIKED)]
    return random.choice(liked or legal)["move"]


def answer(message):
    if message["type"] == "hello":
        return {"type": "hello", "name": "thirty lines"}
    if message["type"] == "decide":
        return {"type": "move", "id": message["id"], "move": choose(message["legal"])}
    return None


for line in sys.stdin:
    reply = answer(json.loads(line))
    if reply is not None:
        print(json.dumps(reply), flush=True)
