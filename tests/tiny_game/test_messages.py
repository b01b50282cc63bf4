"""Messages of check-game: each names what its author has to change, and nothing appears twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tiny_game.packages import CENTURY, announce, copy_example, run, succeed

EXAMINE = """
import json
import sys
from century.check import examine

report = examine(sys.argv[1])
skipped = [section.name for section in report.sections if section.skipped]
print(json.dumps([report.faults, report.notes, skipped]))
"""
# The view shows the last card of the deck at the end, but never the open card; `hand` is not JSON;
# `jump` is never legal and has no words.
UNCLEAR = {
    "__init__.py": [
        ('"card": s.deck[s.drawn], "deck"', '"card": 0, "deck"'),
        ('("rest", "take"), 0, 1', '("rest", "take", "jump"), 0, 1'),
        ('"deck": face_down(s)}', '"deck": face_down(s), "last": s.deck[-1] * (s.phase == OVER)}'),
        ('"points": points, "top": top}', '"points": points, "top": top, "hand": {top}}'),
        ('Reason("game-over"', 'Reason("finished"'),
        ("card=s.deck[s.drawn], top=", "top="),
    ],
}
NO_PAIR = {
    "rules.py": [
        ("return REST, np.uint64(0)", "return REST"),
        ("return REST, bit(REST) | bit(TAKE)", "return REST"),
        ("return REST, bit(REST)\n", "return REST\n"),
    ]
}
NO_NUMBER = {"rules.py": [("    return points\n", "    return points + 'points'\n")]}
Faults = dict[str, tuple[list[str], list[str], list[str]]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Faults:
    """Check broken packages; return faults, notes and skipped sections by game."""
    folder = tmp_path_factory.mktemp("messages")
    english = copy_example(folder, "is_unclear", UNCLEAR) / "words" / "en.toml"
    cut(english, "tie = ", "over = ", "points = ")
    copy_example(folder, "returns_no_pair", NO_PAIR)
    copy_example(folder, "adds_a_text", NO_NUMBER)
    private = [("s.deck[s.drawn + 1 :]", "s.deck[s.drawn + 1 + _seat :]")]
    words = copy_example(folder, "lacks_words", {"rules.py": private}) / "words"
    (words / "ja.toml").unlink()
    cut(words / "it.toml", "notes = ", "example = ")
    announce(folder, "fails-to-import", "fails_to_import")
    (folder / "fails_to_import").mkdir()
    (folder / "fails_to_import" / "__init__.py").write_text("import a_package_not_there\n")
    names = ["is-unclear", "returns-no-pair", "adds-a-text", "lacks-words", "fails-to-import"]
    # One process each: two games with equal states cannot be compiled in one.
    return {name: json.loads(succeed(["-c", EXAMINE, name], (folder,))) for name in names}


def cut(path: Path, *beginnings: str) -> None:
    """Remove lines from a file, each given by its beginning."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(beginnings)]
    assert len(lines) - len(kept) == len(beginnings)
    path.write_text("\n".join(kept), encoding="utf-8")


def has(faults: list[str], beginning: str) -> bool:
    return any(fault.startswith(beginning) for fault in faults)


def test_a_fault_of_a_view_names_the_field_once(found: Faults) -> None:
    faults, _, skipped = found["is-unclear"]
    assert has(faults, "views: a seat's view is not JSON: seats[0].hand is a set")
    assert [fault for fault in faults if "hide_new" in fault or "TypeError" in fault] == []
    assert skipped == ["terminal", "picture"]


def test_a_sentence_that_is_missing_or_lacks_a_fact_is_named(found: Faults) -> None:
    faults, _, _ = found["is-unclear"]
    for language in ("en", "it", "ja"):
        where = f"refusals: words/{language}.toml: why"
        assert has(faults, f"{where} has no 'finished' (")
        assert has(faults, f"{where}.too-low needs 'card', which the Reason does not have (")
    assert [fault for fault in faults if "KeyError" in fault] == []


def test_secrets_shown_at_the_end_must_stay_in_a_redeal(found: Faults) -> None:
    faults, _, _ = found["is-unclear"]
    end = "secrecy: at the end of the game, redeal changes what the final view shows: last ("
    assert has(faults, end)
    assert not has(faults, "secrecy: view shows")


def test_the_texts_that_the_page_needs_are_listed_for_every_language(found: Faults) -> None:
    faults, _, _ = found["is-unclear"]
    for language in ("en", "it", "ja"):
        for table in ("do", "chosen", "told"):
            assert f"page: words/{language}.toml: page.{table} has no 'jump'" in faults
    assert "page: words/en.toml: page has no 'tie'" in faults
    assert "page: words/en.toml: page.phase has no 'over'" in faults
    assert "score sheets: words/en.toml: page.sheet has no 'points'" in faults


def test_chance_may_reveal_only_what_all_seats_may_see(found: Faults) -> None:
    faults, _, _ = found["is-unclear"]
    assert has(faults, "chance: chance decides something that a spectator's view hides (")
    faults, _, _ = found["lacks-words"]
    assert has(faults, "chance: redeal depends on the seat, so some seats know more than others.")


def test_an_action_that_is_never_legal_is_noted(found: Faults) -> None:
    _, notes, _ = found["is-unclear"]
    assert "random games: never legal in 6 games: jump" in notes
    assert "page: game.js is not run here: try it in a browser" in notes


def test_a_kernel_that_fails_is_named_with_its_first_cause(found: Faults) -> None:
    faults, _, _ = found["returns-no-pair"]
    assert faults == ["kernels: rules.legal returns the first action and a mask, not 0"]
    (fault,), _, skipped = found["adds-a-text"]
    assert fault.startswith(
        "kernels: rules.score fails: TypingError: No implementation of function"
    )
    assert "rules.py, line" in fault
    assert "\n" not in fault
    assert {"records", "compiled"} <= set(skipped)


def test_words_that_cannot_be_read_are_listed_and_the_game_is_played(found: Faults) -> None:
    faults, _, skipped = found["lacks-words"]
    assert [fault for fault in faults if fault.startswith("words: ")] == [
        "words: words/it.toml has no 'example'",
        "words: words/it.toml has no 'notes'",
        "words: words/ja.toml is missing",
    ]
    assert skipped == ["refusals"]


def test_an_error_at_import_is_reported_once(found: Faults) -> None:
    faults, _, skipped = found["fails-to-import"]
    assert len(faults) == 1
    assert faults[0].startswith("spec: ModuleNotFoundError: No module named 'a_package_not_there'")
    assert {"rules", "modules", "page", "records"} <= set(skipped)


def test_a_game_that_is_not_installed_gets_advice() -> None:
    done = run([*CENTURY, "check-game", "nogame"], ())
    assert done.returncode == 2
    assert done.stderr.endswith("If 'nogame' is a game of your own, install its package first\n")
