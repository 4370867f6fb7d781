"""The examples do what they say."""

from __future__ import annotations

import runpy

import pytest


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Stable Baselines and PyTorch warn of their own affairs
def test_maskable_ppo_learns_from_a_bot(request, capsys):
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: pip install 'banquise[train]'")
    example = runpy.run_path(str(request.config.rootpath / "examples" / "maskable_ppo.py"))
    before, after = example["learn"]("ice_cult", "hare", steps=128, matches=2, rollout=64)
    assert -1 <= before <= 1
    assert -1 <= after <= 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("ice_cult:")
    assert told[0].endswith("before learning (2 matches)")
    assert "after 128 steps" in told[1]


@pytest.mark.slow
def test_the_trainer_learns_every_game_for_seconds(own_game, request, capsys):
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    example = runpy.run_path(str(request.config.rootpath / "examples" / "learn.py"))
    mind, curve = example["learn"](own_game.name, minutes=0.03, matches=20, against="itself,fox")
    minutes, decisions, won = curve[-1]
    assert minutes > 0
    assert decisions >= 128 * 32
    assert 0 <= won <= 1
    assert f"{own_game.name}: wins " in capsys.readouterr().out
    assert 0 <= example["test"](mind, own_game.name, "hare", 2, "cpu") <= 1


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # tianshou warns of its own affairs
def test_tianshou_learns_from_a_mask(request, capsys):
    pytest.importorskip("tianshou", reason="tianshou is not installed: pip install tianshou")
    example = runpy.run_path(str(request.config.rootpath / "examples" / "tianshou_dqn.py"))
    before, after = example["learn"](steps=256, matches=8)
    assert -1 <= before <= 1
    assert -1 <= after <= 1
    assert "after 256 steps (8 matches)" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # and so does Ray
def test_rllib_learns_from_a_mask(request, capsys):
    pytest.importorskip("ray.rllib", reason="RLlib is not installed: pip install 'ray[rllib]' torch")
    example = runpy.run_path(str(request.config.rootpath / "examples" / "rllib.py"))
    rewards = example["learn"](rounds=1, steps=256)
    assert [-1 <= reward <= 1 for reward in rewards] == [True]
    assert "ice_lake: round 1, mean reward" in capsys.readouterr().out
