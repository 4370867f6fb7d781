"""Learning all games with one program and the same settings: PPO, as in CleanRL, in one file, on many matches at once.

    pip install 'banquise[research]' torch
    python examples/learn.py --game altitude --minutes 10

The learner plays random opponents at a table of two, and says every few rounds how often it wins of the matches that
have just ended; at the end it plays new matches without learning. ``--save curves.json`` keeps the curve beside those
of other games. On a machine with other work to do, ``--decisions 1000000`` stops after so many decisions, however long
they take.

    python examples/learn.py --game ice_lake --minutes 60 --against itself --test fox --device cuda

To beat more than random players it plays against itself, and is tested against one of the house's bots.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from banquise.research.gym import SoloEnv
from banquise.research.vector import SoloVector

LANES, STEPS, EPOCHS, PARTS = 128, 32, 3, 4
TESTED = 200  # matches against a bot of the house
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


def table(game, mind, device, against="random"):
    """Many matches at a table of two, against random players or against the learner itself, as it is by then."""

    def itself(seen, mask):
        with torch.no_grad():
            choice, _ = mind(torch.from_numpy(seen).to(device), torch.from_numpy(mask).to(device))
        return choice.sample().cpu().numpy()

    return SoloVector(game, LANES, seats=2, opponent=itself if against == "itself" else "random")


def tensors(seen, info, device):
    """What is seen, and what may be done."""
    return torch.from_numpy(seen).to(device), torch.from_numpy(info["action_mask"]).to(device).bool()


def collect(env, mind, seen, mask):
    """So many steps of all lanes: what was seen, done and won, and what that was thought to be worth."""
    rows, won = [], []
    for _ in range(STEPS):
        with torch.no_grad():
            choice, value = mind(seen, mask)
            action = choice.sample()
        after, reward, ended, _, info = env.step(action.cpu().numpy())
        told = torch.tensor(reward, dtype=torch.float32, device=seen.device), torch.tensor(ended, device=seen.device)
        rows.append((seen, mask, action, choice.log_prob(action), value, *told))
        won += reward[ended].tolist()
        seen, mask = tensors(after, info, seen.device)
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
        for part in torch.randperm(LANES * STEPS, device=seen.device).chunk(PARTS):
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


def won_part(rewards):
    """The part of matches that was won, a shared win counted half."""
    return float(np.mean([(1 + reward) / 2 for reward in rewards]))


def score(mind, game, matches, seed, device):
    """The part of new matches that is won against random players."""
    env = table(game, mind, device)
    seen, info = env.reset(seed=seed)
    won = []
    while len(won) < matches:
        with torch.no_grad():
            choice, _ = mind(*tensors(seen, info, device))
        seen, reward, ended, _, info = env.step(choice.sample().cpu().numpy())
        won += reward[ended].tolist()
    return won_part(won[:matches])


def test(mind, game, bot, matches, device):
    """The part of matches that is won against a bot of the house, at both seats in turn."""
    tables = [SoloEnv(game, seats=2, seat=seat, opponent=bot, observation="planes") for seat in range(2)]
    won = []
    for number in range(matches):
        env, over = tables[number % 2], False
        seen, info = env.reset(seed=number)
        while not over:
            with torch.no_grad():
                choice, _ = mind(*(part[None] for part in tensors(seen, info, device)))
            seen, reward, over, _, info = env.step(int(choice.sample()))
        won.append(reward)
    return won_part(won)


def learn(game, minutes, seed=1, matches=1000, decisions=None, against="random", device="cpu"):
    """The learner and its curve: minutes, decisions and the part of matches won; the last point is of new matches."""
    torch.manual_seed(seed)
    env = table(game, None, device)
    mind = Mind(env.planes.size, env.single_action_space.n).to(device)
    env = table(game, mind, device, against)
    optimiser = torch.optim.Adam(mind.parameters(), RATE, eps=1e-5)
    seen, mask = tensors(*env.reset(seed=seed), device)
    start, curve, recent, rounds = time.monotonic(), [], [], 0
    while rounds * STEPS * LANES < decisions if decisions else time.monotonic() - start < 60 * minutes:
        rows, won, seen, mask = collect(env, mind, seen, mask)
        with torch.no_grad():
            last = mind(seen, mask)[1]
        improve(mind, optimiser, rows, last)
        recent, rounds = [*recent, *won][-500:], rounds + 1
        if rounds % 10 == 0 and recent:
            part = won_part(recent)
            curve.append([round((time.monotonic() - start) / 60, 2), rounds * STEPS * LANES, round(part, 3)])
            print(f"{game}: {curve[-1][0]:5.1f} min {curve[-1][1]:9,} decisions, {part:.0%} won", flush=True)
    part = score(mind, game, matches, 10_000, device)
    curve.append([round((time.monotonic() - start) / 60, 2), rounds * STEPS * LANES, round(part, 3)])
    print(f"{game}: wins {part:.1%} of {matches} new matches against random players", flush=True)
    return mind, curve


def main():
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="ice_lake")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--decisions", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--against", choices=("random", "itself"), default="random")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--test", metavar="BOT", help="hare, fox, wolf or bear")
    parser.add_argument("--save", type=Path)
    chosen = vars(parser.parse_args())
    bot, save = chosen.pop("test"), chosen.pop("save")
    mind, curve = learn(**chosen)
    told = {"against": chosen["against"], "matches": chosen["matches"], "curve": curve}
    if bot:
        told[bot] = test(mind, chosen["game"], bot, TESTED, chosen["device"])
        print(f"{chosen['game']}: wins {told[bot]:.1%} of {TESTED} matches against a {bot}", flush=True)
    if save:
        kept = json.loads(save.read_text()) if save.exists() else {}
        save.write_text(json.dumps({**kept, chosen["game"]: told}, indent=1) + "\n")


if __name__ == "__main__":
    main()
