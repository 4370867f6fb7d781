"""Learning all games with one program and the same settings: PPO, as in CleanRL, in one file, on many matches at once.

    pip install 'banquise[research]' torch
    python examples/learn.py --game altitude --minutes 10

The learner plays random opponents at a table of two, and says every few rounds how often it wins of the matches that
have just ended; at the end it plays new matches without learning. ``--save curves.json`` keeps the curve beside those
of other games and seeds. Minutes are those of one core, whatever else the machine has to do; ``--decisions 1000000``
stops after so many decisions, however long they take.

    python examples/learn.py --game ice_lake --minutes 20 --against random,fox --test fox

To beat more than random players it plays others, too: ``--against`` names who is played, one after the other, for equal
parts of the time (random, fox, itself). ``--test`` plays one of the house's bots when all is learnt.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from banquise.games import game as game_named
from banquise.research.gym import SoloEnv
from banquise.research.planes import planes
from banquise.research.taken_apart import taken_apart
from banquise.research.vector import SoloVector

SEATS = 2
LANES, STEPS, EPOCHS, PART = 128, 32, 3, 1024
TESTED = 200  # matches against a bot of the house
GAMMA, TRACE, CLIP, ENTROPY, RATE = 0.999, 0.95, 0.2, 0.01, 7e-4


class Mind(nn.Module):
    """What to do, and what it is worth.

    Only legal moves are weighed: each by what is seen and by what it is made of, so that moves of a kind, with a card
    or to a place are learnt together. In Altitude a dozen of 5,517 moves are legal.
    """

    def __init__(self, game, width=256, depth=64):
        super().__init__()
        game = game_named(game)
        rows, count = taken_apart(game, SEATS)
        self.register_buffer("made_of", torch.from_numpy(rows).flatten(0, 1))
        self.codes = game.move_codes
        self.body = nn.Sequential(
            nn.Linear(planes(game, SEATS).size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.things = nn.EmbeddingBag(count, depth, mode="sum", padding_idx=0)
        self.wants, self.value = nn.Linear(width, depth), nn.Linear(width, 1)
        nn.init.normal_(self.things.weight, 0, 0.3)
        nn.init.orthogonal_(self.wants.weight, 0.05)

    def forward(self, seen, legal):
        thought, (code, count) = self.body(seen), legal
        row = torch.arange(len(seen), device=seen.device).repeat_interleave(count)
        seat = seen[:, -SEATS:].argmax(1)  # the last plane
        moves = self.things(self.made_of[seat[row] * self.codes + code])
        weight = (self.wants(thought)[row] * moves).sum(1)
        return Choice(row, weight, code, count), self.value(thought)[:, 0]


class Choice:
    """What to do in each match: a softmax of the weights of its legal moves. They stand in one list, match by match."""

    def __init__(self, row, weight, code, count):
        self.row, self.code, self.first = row, code, count.cumsum(0) - count
        total = torch.zeros(len(count), device=row.device).index_add(0, row, (weight - self._top(weight)[row]).exp())
        self.logs = weight - (self._top(weight) + total.log())[row]

    def _top(self, weight):
        lowest = torch.full_like(self.first, -torch.inf, dtype=weight.dtype)
        return lowest.scatter_reduce(0, self.row, weight.detach(), "amax")

    def sample(self):
        """Which of its legal moves is played in each match, and the move (Gumbel's way to draw from a softmax)."""
        noisy = self.logs.detach() - torch.empty_like(self.logs).exponential_().log()
        is_top = noisy == self._top(noisy)[self.row]
        places = is_top * torch.arange(len(noisy), device=noisy.device)
        place = torch.zeros_like(self.first).scatter_reduce(0, self.row, places, "amax")
        return place - self.first, self.code[place]

    def log(self, which):
        """The logarithm of the chance of what was played."""
        return self.logs[self.first + which]

    def entropy(self):
        """How undecided it is, on average."""
        return -(self.logs.exp() * self.logs).sum() / len(self.first)


def table(game, mind, device, against="random", lanes=LANES):
    """Many matches at a table of two, against random players, foxes, or the learner itself, as it is by then."""

    def itself(seen, mask):
        with torch.no_grad():
            choice, _ = mind(*tensors(seen, mask, device))
        return choice.sample()[1].cpu().numpy()

    return SoloVector(game, lanes, seats=SEATS, opponent=itself if against == "itself" else against)


def tensors(seen, mask, device):
    """What is seen, and what may be done: all legal moves in one list, and how many of them each match has."""
    row, code = np.nonzero(mask)
    legal = code, np.bincount(row, minlength=len(mask))
    return torch.from_numpy(seen).to(device), tuple(torch.from_numpy(part).to(device) for part in legal)


def some(legal, part):
    """The legal moves of some of the matches."""
    code, count = legal
    chosen = count[part]
    first = (count.cumsum(0) - count)[part] - (chosen.cumsum(0) - chosen)
    return code[first.repeat_interleave(chosen) + torch.arange(int(chosen.sum()), device=code.device)], chosen


def collect(env, mind, seen, legal):
    """So many steps of all lanes: what was seen, done and won, and what that was thought to be worth."""
    rows, lists, won = [], [], []
    for _ in range(STEPS):
        with torch.no_grad():
            choice, value = mind(seen, legal)
            which, move = choice.sample()
        after, reward, ended, _, info = env.step(move.cpu().numpy())
        told = torch.tensor(reward, dtype=torch.float32, device=seen.device), torch.tensor(ended, device=seen.device)
        rows.append((seen, which, choice.log(which), value, *told))
        lists.append(legal)
        won += reward[ended].tolist()
        seen, legal = tensors(after, info["action_mask"], seen.device)
    legals = tuple(torch.cat(column) for column in zip(*lists, strict=True))
    return [torch.stack(column) for column in zip(*rows, strict=True)], legals, won, seen, legal


def advantages(values, rewards, ended, last):
    """Generalised advantage estimation."""
    found, running = torch.zeros_like(values), torch.zeros_like(last)
    for step in reversed(range(STEPS)):
        goes_on = (~ended[step]).float()
        after = last if step == STEPS - 1 else values[step + 1]
        running = rewards[step] + GAMMA * after * goes_on - values[step] + GAMMA * TRACE * goes_on * running
        found[step] = running
    return found


def improve(mind, optimiser, rows, legals, last):
    """A few passes over what was collected."""
    seen, which, log, value, reward, ended = rows
    gain = advantages(value, reward, ended, last)
    flat = [column.flatten(0, 1) for column in (seen, which, log, gain, gain + value)]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(flat[0]), device=seen.device).split(PART):
            seen_p, which_p, log_p, gain_p, aim_p = (column[part] for column in flat)
            choice, worth = mind(seen_p, some(legals, part))
            ratio = (choice.log(which_p) - log_p).exp()
            gain_p = (gain_p - gain_p.mean()) / (gain_p.std() + 1e-8)
            better = torch.min(ratio * gain_p, ratio.clamp(1 - CLIP, 1 + CLIP) * gain_p).mean()
            loss = 0.5 * (worth - aim_p).pow(2).mean() - better - ENTROPY * choice.entropy()
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
            choice, _ = mind(*tensors(seen, info["action_mask"], device))
        seen, reward, ended, _, info = env.step(choice.sample()[1].cpu().numpy())
        won += reward[ended].tolist()
    return won_part(won[:matches])


def test(mind, game, bot, matches, device):
    """The part of matches that is won against a bot of the house, at both seats in turn."""
    tables = [SoloEnv(game, seats=SEATS, seat=seat, opponent=bot, observation="planes") for seat in range(SEATS)]
    won = []
    for number in range(matches):
        env, over = tables[number % SEATS], False
        seen, info = env.reset(seed=number)
        while not over:
            with torch.no_grad():
                choice, _ = mind(*tensors(seen[None], info["action_mask"][None], device))
            seen, reward, over, _, info = env.step(int(choice.sample()[1]))
        won.append(reward)
    return won_part(won)


def learn(game, minutes, seed=1, matches=1000, decisions=None, against="random", device="cpu", lanes=LANES):
    """The learner and its curve: minutes, decisions and the part of matches won; the last point is of new matches."""
    torch.manual_seed(seed)
    mind = Mind(game).to(device)
    optimiser = torch.optim.Adam(mind.parameters(), RATE, eps=1e-5)
    start, curve, rounds, others = time.process_time(), [], 0, against.split(",")

    def spent():
        """The part of the time, or of the decisions."""
        return rounds * STEPS * lanes / decisions if decisions else (time.process_time() - start) / (60 * minutes)

    met = None
    while (by_now := spent()) < 1:
        now = others[int(by_now * len(others))]
        if now != met:
            env, met, recent = table(game, mind, device, now, lanes), now, []
            seen, info = env.reset(seed=seed)
            seen, legal = tensors(seen, info["action_mask"], device)
        rows, legals, won, seen, legal = collect(env, mind, seen, legal)
        with torch.no_grad():
            last = mind(seen, legal)[1]
        improve(mind, optimiser, rows, legals, last)
        recent, rounds = [*recent, *won][-500:], rounds + 1
        if rounds % 10 == 0 and recent:
            part = won_part(recent)
            curve.append([round((time.process_time() - start) / 60, 2), rounds * STEPS * lanes, round(part, 3)])
            print(
                f"{game}: {curve[-1][0]:5.1f} min {curve[-1][1]:9,} decisions, {part:.0%} won against {now}", flush=True
            )
    part = score(mind, game, matches, 10_000, device)
    curve.append([round((time.process_time() - start) / 60, 2), rounds * STEPS * lanes, round(part, 3)])
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
    parser.add_argument("--against", default="random", help="random, fox, itself, or several with commas between them")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--lanes", type=int, default=LANES, help="matches at once; a GPU wants thousands")
    parser.add_argument("--test", metavar="BOT", help="hare, fox, wolf or bear")
    parser.add_argument("--save", type=Path)
    chosen = vars(parser.parse_args())
    bot, save = chosen.pop("test"), chosen.pop("save")
    mind, curve = learn(**chosen)
    told = {name: chosen[name] for name in ("seed", "against", "device", "lanes", "matches")} | {"curve": curve}
    if bot:
        told[bot] = test(mind, chosen["game"], bot, TESTED, chosen["device"])
        print(f"{chosen['game']}: wins {told[bot]:.1%} of {TESTED} matches against a {bot}", flush=True)
    if save:
        kept = json.loads(save.read_text()) if save.exists() else {}
        others = [run for run in kept.get(chosen["game"], []) if run["seed"] != chosen["seed"]]
        kept[chosen["game"]] = sorted([*others, told], key=lambda run: run["seed"])
        save.write_text(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main()
