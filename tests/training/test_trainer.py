"""Self-play and training as a whole, on a CPU with tiny networks."""

from __future__ import annotations

import signal
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from century.bots import bot
from century.core.features import has_features
from century.errors import BadGame, BadWeights, TrainingDiverged
from century.neural.game_network import load_network
from century.neural.turn_search import PARAMS
from century.position import Position, game, games
from century.training import bot_decider
from century.training import trainer as trainer_module
from century.training.actor import Actor, PlayStats
from century.training.checkpoint import CHECKPOINT, find_checkpoint
from century.training.learner import BETA_1
from century.training.schedule import Settings
from century.training.trainer import WEIGHTS, Trainer
from tests.terminal.command import Command

LEARNABLE = [name for name in games() if has_features(game(name).package)]
SMALL = Settings(
    iterations=2,
    games=10,
    length=4,
    batch=20,
    width=8,
    blocks=1,
    simulations=4,
    late_simulations=6,
    rounds=20,
)


def small_trainer(name: str, folder: Path, settings: Settings = SMALL) -> Trainer:
    return Trainer(game(name), folder, "cpu", settings)


@pytest.mark.parametrize("name", LEARNABLE)
def test_self_play_yields_legal_policies_and_values_for_the_seats_in_play(
    name: str, tmp_path: Path
) -> None:
    trainer = small_trainer(name, tmp_path)
    trainer.actor.configure(4, SMALL.search_at(0))
    trainer.actor.play()
    found = trainer.actor.samples()
    assert found.policy.sum(1) == pytest.approx(1.0, abs=1e-5)
    assert (found.policy[found.legal == 0] == 0).all()
    assert (found.legal.sum(1) > 1).all()  # decisions with one option are not asked
    assert found.win.sum(1) == pytest.approx(1.0, abs=1e-4)
    assert (found.win[found.playing == 0] == 0).all()
    assert set(found.playing.sum(1).astype(int)) == set(game(name).players)
    assert found.features.max() == 1


@pytest.mark.parametrize("name", LEARNABLE)
def test_games_end_with_their_result_as_the_target(name: str, tmp_path: Path) -> None:
    settings = replace(SMALL, rounds=3, length=40)
    trainer = small_trainer(name, tmp_path, settings)
    trainer.actor.configure(2, settings.search_at(0))
    stats = trainer.actor.play()
    assert stats.games > 0
    moves = trainer.actor.segment.moves
    ended = moves.ended > 0
    assert moves.result[ended].sum(1) == pytest.approx(1.0, abs=1e-4)
    found = trainer.actor.samples().win.reshape(*ended.shape, -1)
    seats, players = moves.seat[ended], moves.players[ended]
    for row, seat, count, result in zip(
        found[ended], seats, players, moves.result[ended], strict=True
    ):
        assert row[:count] == pytest.approx(np.roll(result[:count], -seat), abs=1e-5)


@pytest.mark.parametrize("name", LEARNABLE)
def test_the_same_seed_trains_the_same_network(name: str, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        list(small_trainer(name, tmp_path / folder).run())
    first, second = ((tmp_path / folder / WEIGHTS).read_bytes() for folder in ("a", "b"))
    assert first == second


def test_an_interrupted_training_goes_on_where_it_was(tmp_path: Path) -> None:
    trainer = small_trainer(LEARNABLE[0], tmp_path)
    run = trainer.run()
    next(run)
    run.close()
    resumed = small_trainer(LEARNABLE[0], tmp_path)
    assert resumed.iteration == 1
    assert resumed.seconds == trainer.seconds
    assert (resumed.learner.all == trainer.learner.all).all()
    for name, part in resumed.learner.moments().items():
        assert (part == trainer.learner.moments()[name]).all()
    assert [progress.iteration for progress in resumed.run()] == [2]


@pytest.mark.parametrize("name", LEARNABLE)
def test_a_training_in_two_parts_makes_the_same_network(name: str, tmp_path: Path) -> None:
    settings = replace(SMALL, iterations=4)
    whole = list(small_trainer(name, tmp_path / "whole", settings).run())
    first = small_trainer(name, tmp_path / "parts", settings).run()
    parts = [next(first), next(first)]
    first.close()
    assert list(small_trainer(name, tmp_path / "parts", settings).run(until=0.0)) == []
    parts += small_trainer(name, tmp_path / "parts", settings).run()
    for one, other in zip(whole, parts, strict=True):
        assert (one.iteration, one.done, one.rate) == (other.iteration, other.done, other.rate)
        assert (one.stats, one.losses) == (other.stats, other.losses)
    files = [(tmp_path / folder / WEIGHTS).read_bytes() for folder in ("whole", "parts")]
    assert files[0] == files[1]


def test_a_training_of_minutes_continues_with_the_time_that_it_had(tmp_path: Path) -> None:
    settings = replace(SMALL, minutes=1000.0)
    run = small_trainer(LEARNABLE[0], tmp_path, settings).run()
    before = [next(run), next(run)][-1]
    run.close()
    run = small_trainer(LEARNABLE[0], tmp_path, settings).run()
    after = next(run)
    run.close()
    assert before.done == before.seconds / 60_000
    assert after.seconds > before.seconds
    assert after.done == after.seconds / 60_000


def test_a_training_stops_in_time_with_a_checkpoint(tmp_path: Path) -> None:
    trainer = small_trainer(LEARNABLE[0], tmp_path, replace(SMALL, iterations=10**6))
    done = [progress.iteration for progress in trainer.run(until=monotonic() + 0.5)]
    assert 1 <= len(done) < 10**6
    saved = find_checkpoint(tmp_path)
    assert saved is not None
    assert saved.iteration == trainer.iteration == done[-1]
    assert list(trainer.run(until=monotonic())) == []


def test_a_checkpoint_of_other_games_in_progress_deals_new_ones(tmp_path: Path) -> None:
    list(small_trainer(LEARNABLE[0], tmp_path, replace(SMALL, iterations=1)).run())
    resumed = small_trainer(LEARNABLE[0], tmp_path, replace(SMALL, games=12))
    assert [progress.iteration for progress in resumed.run()] == [2]


def test_the_network_of_a_training_plays(tmp_path: Path) -> None:
    name = LEARNABLE[0]
    list(small_trainer(name, tmp_path).run())
    position = game(name).start(players=2, seed=1)
    player = bot(f"master:{tmp_path / WEIGHTS}", seed=1)
    assert player.choose(position, position.seat, 0.001) in position.actions()
    card = load_network(game(name), tmp_path / WEIGHTS).card
    assert card["iteration"] == 2
    assert card["settings"]["width"] == SMALL.width


def test_a_student_learns_from_the_games_of_a_teacher(tmp_path: Path) -> None:
    name = LEARNABLE[0]
    list(small_trainer(name, tmp_path / "teacher").run())
    smaller = replace(SMALL, width=4, blocks=0)
    teacher = load_network(game(name), tmp_path / "teacher" / WEIGHTS)
    student = Trainer(game(name), tmp_path / "student", "cpu", smaller, teacher=teacher)
    list(student.run())
    assert student.actor.guide.hidden == SMALL.width
    network = load_network(game(name), tmp_path / "student" / WEIGHTS).network
    assert network.input.weight.shape[1] == 4


@pytest.mark.parametrize("name", LEARNABLE)
def test_a_student_learns_from_the_games_of_a_bot(name: str, tmp_path: Path) -> None:
    settings = replace(SMALL, iterations=8, batch=512, width=32, rounds=60, passes=4).with_bot()
    student = Trainer(game(name), tmp_path, "cpu", settings, teacher="greedy")
    found = list(student.run())
    assert found[-1].losses[0] < 0.8 * found[0].losses[0]
    assert sum(each.stats.games for each in found) > 0
    assert {each.simulations for each in found} == {0}
    samples = student.actor.samples()
    assert (samples.policy.max(1) == 1).all()  # the choice of the bot, without doubt
    assert (samples.policy[samples.legal == 0] == 0).all()
    assert samples.win.sum(1) == pytest.approx(1.0, abs=1e-4)


class Last:
    """A bot that chooses the last of the legal actions."""

    def choose(self, position: Position, _seat: int, _budget: float) -> int:
        return position.actions()[-1]


def test_a_bot_teaches_by_its_own_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_decider, "bot", lambda *_, **__: Last())
    trainer = Trainer(game(LEARNABLE[0]), tmp_path, "cpu", SMALL, teacher="greedy")
    trainer.actor.configure(1, SMALL.search_at(0))
    trainer.actor.play()
    found = trainer.actor.samples()
    last = found.legal.shape[1] - 1 - found.legal[:, ::-1].argmax(1)
    assert (found.policy.argmax(1) == last).all()
    assert (found.legal.sum(1) > 1).all()


def test_a_training_begins_with_a_network(tmp_path: Path) -> None:
    name = LEARNABLE[0]
    list(small_trainer(name, tmp_path / "first").run())
    start = load_network(game(name), tmp_path / "first" / WEIGHTS)
    settings = SMALL.after_training(start.network)
    assert settings.rounds_at(0.0) == settings.rounds
    assert settings.points_share_at(0.0) == settings.last_points_share
    assert (settings.width, settings.blocks) == (SMALL.width, SMALL.blocks)
    trainer = Trainer(game(name), tmp_path / "second", "cpu", settings, start=start)
    trainer.export(tmp_path / "begun")
    begun = load_network(game(name), tmp_path / "begun").network
    assert (begun.input.weight == start.network.input.weight).all()
    list(trainer.run())
    resumed = Trainer(game(name), tmp_path / "second", "cpu", settings, start=start)
    assert (resumed.learner.all == trainer.learner.all).all()


def test_a_training_refuses_to_begin_with_a_network_of_another_size(tmp_path: Path) -> None:
    name = LEARNABLE[0]
    list(small_trainer(name, tmp_path / "first").run())
    start = load_network(game(name), tmp_path / "first" / WEIGHTS)
    with pytest.raises(BadWeights, match="expected width 16, found 8"):
        Trainer(game(name), tmp_path, "cpu", replace(SMALL, width=16), start=start)


def test_each_pass_learns_from_the_positions_again(tmp_path: Path) -> None:
    steps = []
    for passes in (1, 3):
        trainer = small_trainer(LEARNABLE[0], tmp_path / str(passes), replace(SMALL, passes=passes))
        next(trainer.run())
        # Adam keeps the power of its factor: one multiplication a step.
        steps.append(round(np.log(trainer.learner.moments()["powers"][0]) / np.log(BETA_1)))
    assert steps == [2, 6]


def test_with_many_simulations_the_search_is_that_of_master() -> None:
    settings = Settings(simulations=16, late_simulations=400)
    assert settings.search_at(0.0).reduction == 0.0
    late = settings.search_at(1.0)
    assert (late.reduction, late.considered) == (PARAMS.reduction, PARAMS.considered)


def test_the_settings_change_along_the_training() -> None:
    settings = Settings()
    assert settings.simulations_at(0.1) < settings.simulations_at(0.9)
    assert settings.rate_at(0.0) < settings.rate_at(0.2) == settings.rate > settings.rate_at(0.9)
    assert settings.search_at(0.0).points_share == 0.8
    assert settings.search_at(1.0).points_share == 0.1


def test_the_limit_of_rounds_rises_at_the_beginning() -> None:
    settings = Settings(rounds=60)
    limits = [settings.search_at(share / 1000).rounds for share in range(1001)]
    assert limits == sorted(limits)
    assert limits[0] == settings.first_rounds == 25
    assert limits[75] == pytest.approx(42, abs=3)
    assert set(limits[150:]) == {60}
    assert len(set(limits)) <= 12  # every change prepares the search again
    assert {Settings(rounds=20).rounds_at(share / 10) for share in range(11)} == {20}


def test_early_games_end_earlier(tmp_path: Path) -> None:
    settings = replace(SMALL, iterations=20, length=40, first_rounds=2, rounds=6)
    run = small_trainer(LEARNABLE[0], tmp_path, settings).run()
    ended = [next(run).stats for _ in range(6)]
    run.close()
    assert ended[0].games > ended[-1].games > 0
    assert ended[0].rounds <= 3 < 6 < ended[-1].rounds


def test_minutes_end_a_training(tmp_path: Path) -> None:
    settings = replace(SMALL, minutes=1e-6, iterations=10**6)
    assert len(list(small_trainer(LEARNABLE[0], tmp_path, settings).run())) == 1


def test_a_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    list(small_trainer(LEARNABLE[0], tmp_path).run())
    with pytest.raises(BadWeights, match="expected width 9, found 8"):
        small_trainer(LEARNABLE[0], tmp_path, replace(SMALL, width=9))
    with pytest.raises(BadWeights, match=f"expected game {LEARNABLE[-1]}, found {LEARNABLE[0]}"):
        small_trainer(LEARNABLE[-1], tmp_path)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).write_bytes(b"no checkpoint")
    with pytest.raises(BadWeights, match="damaged"):
        small_trainer(LEARNABLE[0], tmp_path)


def test_a_game_without_features_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer_module, "has_features", lambda _package: False)
    with pytest.raises(BadGame, match="no features"):
        small_trainer(LEARNABLE[0], tmp_path)


def test_a_training_that_diverges_says_so_and_keeps_its_checkpoint(tmp_path: Path) -> None:
    trainer = small_trainer(LEARNABLE[0], tmp_path)
    run = trainer.run()
    next(run)
    before = (tmp_path / CHECKPOINT).read_bytes()
    trainer.learner.parameters["heads.bias"][...] = np.nan
    with pytest.raises(TrainingDiverged):
        next(run)
    assert (tmp_path / CHECKPOINT).read_bytes() == before


TINY = ["--device", "cpu", "--games", "10", "--width", "8", "--blocks", "0", "--simulations", "2"]
TINY += ["--late-simulations", "2", "--workers", "0", "--rounds", "10"]


def iterations_in(folder: Path) -> list[str]:
    lines = (folder / "progress.csv").read_text().splitlines()
    return [line.split(",")[0] for line in lines]


def test_the_command_trains_and_resumes(century: Command, tmp_path: Path) -> None:
    arguments = ["train", LEARNABLE[0], *TINY, "--out", str(tmp_path), "--iterations"]
    first = century(*arguments, "1")
    assert first.status == 0, first.err
    assert "100.0%" in first.out
    second = century(*arguments, "2")
    assert "Resuming after iteration 1" in second.out
    assert iterations_in(tmp_path) == ["iteration", "1", "2"]


def test_a_resumed_training_keeps_its_settings(century: Command, tmp_path: Path) -> None:
    command = ["train", LEARNABLE[0], "--device", "cpu", "--workers", "0", "--out", str(tmp_path)]
    first = century(*command, *TINY, "--minutes", "1000", "--stop-after", "0")
    assert first.status == 0, first.err
    assert "Stopped after iteration 0, 0.0 minutes and 0.0% of the training" in first.out
    century(*command, "--stop-after", "0", "--rate", "0.5")
    saved = find_checkpoint(tmp_path)
    assert saved is not None
    assert (saved.settings["width"], saved.settings["minutes"]) == (8, 1000)
    assert saved.settings["rate"] == 0.5
    century(*command, "--iterations", "1")
    assert iterations_in(tmp_path) == ["iteration", "1"]


def test_the_command_begins_with_a_network(century: Command, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    century("train", LEARNABLE[0], *TINY, "--out", str(first), "--iterations", "1")
    start = ["train", LEARNABLE[0], "--device", "cpu", "--games", "10", "--simulations", "2"]
    start += ["--start", str(first / WEIGHTS), "--iterations", "1"]
    outcome = century(*start, "--passes", "2", "--out", str(second))
    assert outcome.status == 0, outcome.err
    saved = find_checkpoint(second)
    assert saved is not None
    assert (saved.settings["width"], saved.settings["blocks"]) == (8, 0)
    assert saved.settings["passes"] == 2
    outcome = century(*start, "--width", "16", "--out", str(tmp_path / "third"))
    assert outcome.status != 0
    assert "expected width 16, found 8" in outcome.err
    outcome = century("train", LEARNABLE[0], "--device", "cpu", "--start", str(tmp_path / "none"))
    assert outcome.status != 0
    assert str(tmp_path / "none") in outcome.err


def test_the_command_learns_from_a_bot(century: Command, tmp_path: Path) -> None:
    command = ["train", LEARNABLE[0], *TINY, "--teacher", "greedy", "--iterations", "1"]
    outcome = century(*command, "--out", str(tmp_path))
    assert outcome.status == 0, outcome.err
    assert "decisions/s" in outcome.out
    outcome = century(*command, "--device", "cuda", "--out", str(tmp_path / "other"))
    assert outcome.status != 0
    assert "greedy teaches on a CPU only: add --device cpu" in outcome.err


def test_a_table_of_progress_has_every_iteration_once(century: Command, tmp_path: Path) -> None:
    arguments = ["train", LEARNABLE[0], *TINY, "--out", str(tmp_path), "--iterations"]
    century(*arguments, "1")
    with (tmp_path / "progress.csv").open("a") as file:
        file.write("2,9.9,320,640,0,0.0,0.0,1.0,1.0,1.0,0.001\n3,9")  # after the checkpoint
    century(*arguments, "2")
    assert iterations_in(tmp_path) == ["iteration", "1", "2"]


def test_termination_writes_a_checkpoint(
    century: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Actor.play

    def play_and_terminate(actor: Actor) -> PlayStats:
        found = play(actor)
        if find_checkpoint(tmp_path):
            signal.raise_signal(signal.SIGTERM)
        return found

    monkeypatch.setattr(Actor, "play", play_and_terminate)
    handler = signal.getsignal(signal.SIGTERM)
    arguments = ["train", LEARNABLE[0], *TINY, "--out", str(tmp_path), "--iterations", "9"]
    outcome = century(*arguments)
    assert outcome.status == 130
    assert "Interrupted" in outcome.out
    saved = find_checkpoint(tmp_path)
    assert saved is not None
    assert saved.iteration == 1
    assert signal.getsignal(signal.SIGTERM) is handler


def test_the_command_says_what_is_wrong(century: Command) -> None:
    outcome = century("train", LEARNABLE[0], "--device", "tpu")
    assert outcome.status == 2
    assert "cpu or cuda, not tpu" in outcome.err
    outcome = century("train", LEARNABLE[0], "--device", "cuda", "--out", "nowhere")
    assert outcome.status != 0
    assert "GPU" in outcome.err or "century[train]" in outcome.err
