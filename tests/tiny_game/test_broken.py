"""Broken game packages: check-game lists what is wrong, and the other games are not affected."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

import century
from tests.server.process import running
from tests.tiny_game.packages import CENTURY, announce, copy_example, environment, run, succeed

# Each of these breaks something, and the game can still be played.
LEAKS = ('"card": s.deck[s.drawn],', '"card": s.deck[s.drawn], "next": s.deck[s.drawn + 1],')
BROKEN_PARTS = """
from century.core.plain_text import PlainText

TEXT = PlainText("breaks-in-play/1", STATE, PLAYERS, PHASES)
broken_parts = {
    "write": lambda s: TEXT.write(s._replace(top=(0,) * SEATS)),
    "parse": TEXT.parse,
    "hide_new": lambda view, before: view,
    "log_details": lambda s, action, after: {"points": s.deck[s.drawn + 1]},
    "score_sheet": lambda s, seat: {"cards": sum(cards_of(s, seat)), "more": 1},
}
"""
PLAYED = {
    "__init__.py": [
        LEAKS,
        ('Reason("too-low", "TL2"', 'Reason("too-low", "TL99"'),
        ('"seats": seats, **board', '"seats": seats, "ending": s.ending, **board'),
        ("SPEC = ", BROKEN_PARTS + "SPEC = "),
        ("    face_down=face_down,\n", "    face_down=face_down,\n    **broken_parts,\n"),
    ],
    "rules.py": [
        ("    sort(hidden)  # so that the new order does not depend on the old one\n", ""),
        ("    points = 0\n", "    points = 0\n    assert seat >= 0\n"),
    ],
    "observation.py": [('Piece("points", (), GOAL * CARDS)', 'Piece("points", (), 9)')],
    "chance.py": [("1 / len(hidden)", "2 / len(hidden)")],
}
TERMINAL = """
def table(view, names):
    return view["cards"]


def hint(view, token):
    return ""
"""
PICTURE = """
from century.drawing import plain_picture


def draw(view):
    return plain_picture.draw(view).convert("L")
"""
EXPECTED = {
    "portable kernels: the kernel rules.score asserts something",
    "words: words/it.toml: why has no 'too-low'",
    "words: words/ja.toml: actions has no 'take'",
    "refusals: why: 'TL99', given for 'take', is not the id of a rule",
    "refusals: words/it.toml: why has no 'too-low'",
    "texts: a position's text is read as another position: top differ",
    "views: a spectator's view: ending has the wrong type (0; ",
    "secrecy: view shows a seat what it cannot know: next",
    "secrecy: view shows a spectator what is hidden: next",
    "secrecy: redeal depends on how the cards lay before: sort them first",
    "secrecy: the log details of 'take' tell what is hidden",
    "secrecy: hide_new leaves visible what 'take' reveals: card, next (",
    "score sheets: a score sheet does not add up to the score (1 points, not 0; ",
    "observations: points is larger than 9 (",
    "chance: the probabilities add up to 2 (",
    "terminal: drawing fails: KeyError: 'cards'",
    "picture: draw does not return an RGB picture (shape (",
}


@pytest.fixture(scope="module")
def unloadable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with packages that discovery sets aside."""
    folder = tmp_path_factory.mktemp("unloadable")
    spec = [
        ("players=PLAYERS", "players=[2, 3]"),
        ("actions=ACTIONS", 'actions=("rest", "take", "Take")'),
        ("rules_version=1", "rules_version=None"),
        ("why=why", "why='no'"),
        ("*shared_state(SEATS)[:-1]", '("players", "u1"), ("seat", "u2"), ("phase", "u1")'),
    ]
    copy_example(folder, "breaks_in_spec", {"__init__.py": spec})
    (copy_example(folder, "lacks_words", {}) / "words" / "ja.toml").unlink()
    for package, text in {
        "fails_to_import": "import a_package_that_is_not_there\n",
        "fails_to_parse": "SPEC = (\n",
        "leaves_at_import": "raise SystemExit(3)\n",
        "has_no_spec": "SPEC = 'chess'\n",
    }.items():
        announce(folder, package.replace("_", "-"), package)
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text(text)
    announce(folder, "does-not-exist", "does_not_exist")
    return folder


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with packages that can be loaded, and break later."""
    folder = tmp_path_factory.mktemp("broken")
    breaking = copy_example(folder, "breaks_in_play", PLAYED)
    (breaking / "terminal.py").write_text(TERMINAL)
    (breaking / "picture.py").write_text(PICTURE)
    (breaking / "page" / "style.css").unlink()
    _cut(breaking / "words" / "it.toml", "too-low")
    _cut(breaking / "words" / "ja.toml", "take = ")
    kernels = [("def score(", "def count("), ("@kernel\ndef redeal", "def redeal")]
    lacking = copy_example(folder, "lacks_kernels", {"rules.py": kernels})
    (lacking / "chance.py").write_text("raise RuntimeError('not today')\n")
    (lacking / "page" / "game.js").unlink()
    (lacking / "cli.py").write_text("raise RuntimeError('no commands')\n")
    return folder


def _cut(path: Path, beginning: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(beginning)]
    assert len(kept) < len(lines)
    path.write_text("\n".join(kept), encoding="utf-8")


def faults(name: str, folder: Path) -> str:
    """Let the command check a game that breaks the contract; return its list of faults."""
    done = run([*CENTURY, "check-game", name], (folder,))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    _, _, listed = done.stdout.partition(f"{name} breaks the contract for games:\n")
    return listed


def test_everything_that_breaks_in_play_is_in_one_list(broken: Path) -> None:
    listed = faults("breaks-in-play", broken)
    missing = {fault for fault in EXPECTED if f"  {fault}" not in listed}
    assert missing == set(), listed
    assert "heuristics" not in listed  # states without `claims` are allowed


def test_all_faults_of_a_spec_are_in_one_list(unloadable: Path) -> None:
    listed = faults("breaks-in-spec", unloadable)
    for fault in (
        "players is a range, not [2, 3]",
        "actions: 'Take' cannot be told from 'take'",
        "rules_version is a whole number from 1, not None",
        "why is a function, not 'no'",
        "state: seat is one number of the kind u1",
        "state has no field 'rounds' (u1 or u2 or u4)",
    ):
        assert f"  spec: {fault}\n" in listed
    assert "Not checked because of other faults: " in listed


def test_missing_kernels_and_modules_are_listed(broken: Path) -> None:
    listed = faults("lacks-kernels", broken)
    assert "  rules: rules.py has no kernel 'score'\n" in listed
    assert "  rules: rules.redeal is not a kernel: decorate it with @kernel\n" in listed
    assert "  modules: cli.py cannot be imported: RuntimeError: no commands" in listed
    imported = "modules: chance.py cannot be imported: RuntimeError: not today (chance.py, line 1)"
    assert f"  {imported}\n" in listed
    assert "  page: page/game.js is missing\n" in listed


REASONS = {
    "fails-to-import": "spec: ModuleNotFoundError: No module named 'a_package_that_is_not_",
    "fails-to-parse": "spec: SyntaxError: '(' was never closed (__init__.py, line 1)",
    "leaves-at-import": "spec: SystemExit: 3",
    "has-no-spec": "spec: has_no_spec has no SPEC that is a GameSpec",
    "does-not-exist": "spec: ModuleNotFoundError: No module named 'does_not_exist'",
}
EXAMINE = """
import json
import sys
from century.check import examine
print(json.dumps({name: str(examine(name)) for name in sys.argv[1:]}))
"""


@pytest.fixture(scope="module")
def reports(unloadable: Path) -> dict[str, str]:
    """Check all packages that cannot be loaded, in one process; return the reports by game."""
    found: dict[str, str] = json.loads(succeed(["-c", EXAMINE, *REASONS], (unloadable,)))
    return found


@pytest.mark.parametrize(("name", "fault"), REASONS.items())
def test_a_package_that_cannot_be_loaded_gets_its_error_in_the_list(
    reports: dict[str, str], name: str, fault: str
) -> None:
    heading, *listed = reports[name].splitlines()
    assert heading == f"{name} breaks the contract for games:"
    assert any(line.startswith(f"  {fault}") for line in listed), listed


# The other games

UNLOADABLE = {
    "breaks-in-spec",
    "does-not-exist",
    "fails-to-import",
    "fails-to-parse",
    "has-no-spec",
    "lacks-words",
    "leaves-at-import",
}
LIST = """
import json
from century.games import broken_games, games
print(json.dumps([games(), broken_games()]))
"""


def test_broken_packages_are_set_aside_with_what_is_wrong(unloadable: Path, broken: Path) -> None:
    games, wrong = json.loads(succeed(["-c", LIST], (unloadable, broken)))
    assert set(wrong) == UNLOADABLE
    assert set(games) == {*century.games(), "breaks-in-play", "lacks-kernels"}
    assert wrong["lacks-words"] == "words/ja.toml is missing"
    assert "players is a range, not [2, 3]; actions: 'Take'" in wrong["breaks-in-spec"]


def test_commands_go_on_with_the_other_games(unloadable: Path, broken: Path) -> None:
    folders = unloadable, broken
    assert "play" in succeed([*CENTURY, "--help"], folders)
    assert succeed([*CENTURY, "rules", "TL4", "--game", "breaks-in-play"], folders)
    done = run([*CENTURY, "play", "--game", "fails-to-import"], folders)
    assert done.returncode == 2
    assert "error: the game fails-to-import cannot be loaded: ModuleNotFoundError" in done.stderr


@pytest.mark.parametrize("command", [["play"], ["simulate", "-n", "1"], ["perft", "1"]])
def test_a_command_with_a_broken_game_fails_with_one_line(broken: Path, command: list[str]) -> None:
    done = run([*CENTURY, *command, "--game", "lacks-kernels"], (broken,))
    assert done.returncode == 2
    *_, line = done.stderr.splitlines()
    assert line.startswith("error: lacks-kernels cannot be played: ")
    assert line.endswith("; `century check-game lacks-kernels` lists what is wrong")
    assert "Traceback" not in done.stderr


def test_the_server_goes_on_with_the_other_games(
    unloadable: Path, broken: Path, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment(unloadable, broken)["PYTHONPATH"])
        with running(tmp_path) as server, httpx.Client(base_url=server.address) as person:
            games = person.get("/api/games").json()["games"]
            listed = [game["name"] for game in games]
            assert listed == [*century.games(), "breaks-in-play", "lacks-kernels"]
            assert [game["name"] for game in games if not game["playable"]] == ["lacks-kernels"]
            assert [game["name"] for game in games if not game["style"]] == [
                "breaks-in-play",
                "lacks-kernels",
            ]
            assert person.get("/api/languages/ja").status_code == 200
            table = {"game": listed[0], "seats": [{"kind": "me"}, {"kind": "me"}], "start": True}
            answer = person.post("/api/tables", json=table, timeout=60)
            assert answer.status_code == 201, answer.text
            for name in ("has-no-spec", "lacks-kernels"):
                refused = person.post("/api/tables", json={**table, "game": name})
                assert refused.json()["code"] == "bad-game"
