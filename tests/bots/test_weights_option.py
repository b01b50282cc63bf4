"""`--weights FILE` and `master:FILE` at the command line, and `century export-network`."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from century.position import game
from century.record import read_record
from tests.bots.games import some_beginnings
from tests.neural.networks import GAMES_WITH_FEATURES, small_weights
from tests.terminal.command import Command

NAME = GAMES_WITH_FEATURES[0]


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    return small_weights(tmp_path, game(NAME))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = tmp_path / "damaged.safetensors"
    path.write_bytes(b"this is no network")
    return path


@pytest.mark.parametrize("named", [True, False])
def test_a_person_plays_against_a_network_from_a_file(
    century: Command, tmp_path: Path, weights: Path, named: bool
) -> None:
    path = tmp_path / "game.txt"
    bot = ("--bot", "policy") if named else ()
    outcome = century(
        *("play", "-g", NAME, "-n", "Ada", "--in-order", "--seed", 5),
        *("--weights", weights, *bot, "--record", path),
        typed="quit\n",
    )
    assert outcome.status == 0, outcome.err
    record = read_record(path.read_text())
    kind = "policy" if named else "master"
    assert dict(record.tags)["Bot1"] == f"{kind}:{weights}"
    assert century("play", "--resume", path, typed="quit\n").status == 0


def test_networks_from_files_play_in_a_tournament(century: Command, weights: Path) -> None:
    outcome = century(
        *("tournament", "policy", "random", "--weights", weights, "-g", NAME, "-n", 1),
        *("--rounds", 4, "--workers", 1, "--budget", 0.001),
    )
    assert outcome.status == 0, outcome.err
    assert weights.name in outcome.out.replace("\n", "")


def test_advice_from_a_network_has_chances_to_win(
    century: Command, tmp_path: Path, weights: Path
) -> None:
    path = tmp_path / "position.txt"
    path.write_text(some_beginnings(NAME, 2, 3)[1].to_text())
    outcome = century("advise", path, "--weights", weights, "--count", 2)
    assert outcome.status == 0, outcome.err
    assert "wins" in outcome.out
    assert "%" in outcome.out
    plain = century("advise", path, "--level", "easy", "--count", 2)
    assert "wins" not in plain.out


def test_a_network_can_be_checked_like_any_bot(century: Command, weights: Path) -> None:
    arguments = ("-g", NAME, "--budget", 0.001, "--decisions", 10)
    outcome = century("check-bot", "policy", "--weights", weights, *arguments)
    assert outcome.status == 0, outcome.out


@pytest.mark.parametrize(
    "command",
    [
        ("play", "--bot", "expert"),
        ("tournament", "expert", "random"),
        ("check-bot", "expert"),
    ],
)
def test_a_bot_without_a_network_takes_no_weights(
    century: Command, weights: Path, command: tuple[str, ...]
) -> None:
    outcome = century(*command, "--weights", weights)
    assert outcome.status == 2
    assert "--weights is for the" in outcome.err


@pytest.mark.parametrize(
    "command",
    [("play",), ("tournament", "master", "random"), ("check-bot", "master")],
)
def test_a_damaged_file_is_one_line_of_error(
    century: Command, damaged: Path, command: tuple[str, ...]
) -> None:
    outcome = century(*command, "-g", NAME, "--weights", damaged)
    assert outcome.status == 2, outcome.out
    assert "damaged" in outcome.err.replace("\n", " ")
    assert "Traceback" not in outcome.err


def test_a_network_of_another_game_is_one_line_of_error(century: Command, weights: Path) -> None:
    outcome = century("play", "-g", GAMES_WITH_FEATURES[1], "--weights", weights)
    assert outcome.status == 2
    assert f"plays {NAME}, not {GAMES_WITH_FEATURES[1]}" in outcome.err.replace("\n", " ")


def test_a_network_is_exported_from_a_file(century: Command, tmp_path: Path, weights: Path) -> None:
    out = tmp_path / "network.onnx"
    outcome = century("export-network", weights, out)
    assert outcome.status == 0, outcome.err
    assert [one.name for one in onnx.load(out).graph.output] == ["policy", "win", "points"]


def test_a_damaged_file_is_not_exported(century: Command, tmp_path: Path, damaged: Path) -> None:
    out = tmp_path / "network.onnx"
    outcome = century("export-network", damaged, out)
    assert outcome.status == 2
    assert "damaged" in outcome.err.replace("\n", " ")
    assert not out.exists()
