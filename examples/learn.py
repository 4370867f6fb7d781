"""Learning all games with one program and the same settings: PPO, as in CleanRL, in one file, on many matches at once.

    pip install 'banquise[research]' torch
    python examples/learn.py --game altitude --minutes 10

The learner plays random opponents at a table of two, and says every few rounds how often it wins of the matches that
have just ended; at the end it plays new matches without learning. ``--save curve.json`` keeps the curve. On a machine
with other work to do, ``--decisions 1000000`` stops after so many decisions, however long they take.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from banquise.research.vector import SoloVector

LANES, STEPS, EPOCHS, PARTS = 128, 32, 3, 4
GAMMA, TRACE, CLIP, ENTROPY, RATE = 0.999, 0.95, 0.2, 0.01, 7e-4


class Mind(nn.Module):
    """What to do, and what it is worth."""

    def __init__(self, size, actions, width=256):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen, mask):
        thought = self.body(seen)
        logits = self.policy(thought).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(thought)[:, 0]


def collect(env, mind, seen, mask):
    """So many steps of all lanes: what was seen, done and won, and what that was thought to be worth."""
    rows, won = [], []
    for _ in range(STEPS):
        with torch.no_grad():
            choice, value = mind(seen, mask)
            action = choice.sample()
        after, reward, ended, _, info = env.step(action.numpy())
        rows.append((seen, mask, action, choice.log_prob(action), value, torch.tensor(reward), torch.tensor(ended)))
        won += reward[ended].tolist()
        seen, mask = torch.from_numpy(after), torch.from_numpy(info["action_mask"]).bool()
    return [torch.stack(column) for column in zip(*rows, strict=True)], won, seen, mask


def advantages(values, rewards, ended, last):
    """Generalised advantage estimation."""
    found, running = torch.zeros_like(values), torch.zeros_like(last)
    for step in reversed(range(STEPS)):
        goes_on = (~ended[step]).float()
        after = last if step == STEPS - 1 else values[step + 1]
        running = rewards[step].float() + GAMMA * after * goes_on - values[step] + GAMMA * TRACE * goes_on * running
        found[step] = running
    return found


def improve(mind, optimiser, rows, last):
    """A few passes over what was collected."""
    seen, mask, action, log, value, reward, ended = rows
    gain = advantages(value, reward, ended, last)
    aim = (gain + value).flatten()
    flat = [column.flatten(0, 1) for column in (seen, mask, action, log, gain)]
    for _ in range(EPOCHS):
        for part in torch.randperm(LANES * STEPS).chunk(PARTS):
            seen_p, mask_p, action_p, log_p, gain_p = (column[part] for column in flat)
            choice, worth = mind(seen_p, mask_p)
            ratio = (choice.log_prob(action_p) - log_p).exp()
            gain_p = (gain_p - gain_p.mean()) / (gain_p.std() + 1e-8)
            better = torch.min(ratio * gain_p, ratio.clamp(1 - CLIP, 1 + CLIP) * gain_p).mean()
            loss = 0.5 * (worth - aim[part]).pow(2).mean() - better - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(mind.parameters(), 0.5)
            optimiser.step()


def score(mind, game, matches, seed):
    """The part of new matches that is won, a shared win counted half."""
    env = SoloVector(game, LANES, seats=2)
    seen, info = env.reset(seed=seed)
    won = []
    while len(won) < matches:
        with torch.no_grad():
            choice, _ = mind(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]).bool())
        seen, reward, ended, _, info = env.step(choice.sample().numpy())
        won += reward[ended].tolist()
    return float(np.mean([(1 + reward) / 2 for reward in won[:matches]]))


def learn(game, minutes, seed=1, matches=1000, decisions=None):
    """The curve: minutes, decisions and the part of matches won; the last point is of new matches."""
    torch.manual_seed(seed)
    env = SoloVector(game, LANES, seats=2)
    mind = Mind(env.planes.size, env.single_action_space.n)
    optimiser = torch.optim.Adam(mind.parameters(), RATE, eps=1e-5)
    seen, info = env.reset(seed=seed)
    seen, mask = torch.from_numpy(seen), torch.from_numpy(info["action_mask"]).bool()
    start, curve, recent, rounds = time.monotonic(), [], [], 0
    while rounds * STEPS * LANES < decisions if decisions else time.monotonic() - start < 60 * minutes:
        rows, won, seen, mask = collect(env, mind, seen, mask)
        with torch.no_grad():
            last = mind(seen, mask)[1]
        improve(mind, optimiser, rows, last)
        recent, rounds = [*recent, *won][-500:], rounds + 1
        if rounds % 10 == 0 and recent:
            part = float(np.mean([(1 + reward) / 2 for reward in recent]))
            curve.append([round((time.monotonic() - start) / 60, 2), rounds * STEPS * LANES, round(part, 3)])
            print(f"{game}: {curve[-1][0]:5.1f} min {curve[-1][1]:9,} decisions, {part:.0%} won", flush=True)
    part = score(mind, game, matches, seed=10_000)
    curve.append([round((time.monotonic() - start) / 60, 2), rounds * STEPS * LANES, round(part, 3)])
    print(f"{game}: wins {part:.1%} of {matches} new matches against random players", flush=True)
    return curve


def main():
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ice_lake")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--decisions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--save", type=Path)
    chosen = parser.parse_args()
    curve = learn(chosen.game, chosen.minutes, chosen.seed, chosen.matches, chosen.decisions)
    if chosen.save:
        chosen.save.write_text(json.dumps(curve) + "\n")


if __name__ == "__main__":
    main()
