"""The words of Spice Road in every language."""

from __future__ import annotations

import pytest

from century.core.words import common_words, languages
from century.errors import IllegalMove
from tests.games.spice_road.setup import GAME


def test_the_rules_are_sr1_to_sr20() -> None:
    assert list(GAME.words().rules) == [f"SR{number}" for number in range(1, 21)]


@pytest.mark.parametrize("language", languages())
def test_the_notes_on_notation_mention_numbered_actions(language: str) -> None:
    for token in ("claim 2", "acquire 3"):
        assert token in GAME.words(language).notes


def test_reasons_use_notation_for_programs_and_names_for_the_page() -> None:
    pos = GAME.start(players=2, seed=7).act("play up2")
    assert pos.why("upgrade G") == "the caravan holds no G (SR8)"
    assert pos.whys()["upgrade G"] == "The caravan holds no cardamom (SR8)."
    assert pos.whys("it")["upgrade G"] == "La carovana è senza cardamomo (SR8)."
    assert pos.whys("ja")["upgrade G"].startswith("キャラバンにカルダモンがありません")
    assert str(pos.why("rest")).endswith("upgrade a cube or choose done (SR8)")
    for language in languages():
        button = GAME.words(language).page["do"]["done"]
        assert common_words(language).button.format(label=button) in pos.whys(language)["rest"]


def test_missing_cubes_are_listed_by_the_grammar_of_each_language() -> None:
    def needs(language: str, **missing: int) -> str:
        count = sum(missing.values())
        return GAME.words(language).reason("needs", {"missing": missing, "count": count})

    assert needs("en", R=1) == "needs 1 more R"
    assert needs("en", R=2, G=1) == "needs 2 more R and 1 more G"
    assert needs("it", R=1) == "serve ancora 1 R"
    assert needs("it", R=2, G=1) == "servono ancora 2 R e 1 G"
    assert needs("ja", R=2, G=1) == "Rがあと2個、Gがあと1個必要です"


@pytest.mark.parametrize(
    ("cards", "english", "italian", "japanese"),
    [
        (0, "row is empty", "è vuota", "列は空です"),
        (1, "only 1 card", "c'è solo 1 carta", "1枚しか"),
        (4, "only 4 cards", "ci sono solo 4 carte", "4枚しか"),
    ],
)
def test_a_sentence_is_chosen_by_a_number(
    cards: int, english: str, italian: str, japanese: str
) -> None:
    for language, part in (("en", english), ("it", italian), ("ja", japanese)):
        said = GAME.words(language).reason("short-row", {"cards": cards})
        assert part in said


def test_the_reason_of_an_illegal_move_is_in_english() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.start(players=2, seed=7).act("rest")
    assert caught.value.reason == "no card was played that could be taken back"
