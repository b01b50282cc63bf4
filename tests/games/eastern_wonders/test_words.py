"""The words of Eastern Wonders in every language."""

from __future__ import annotations

import ast
from string import Formatter

import pytest

from century.core.engine import package_folder
from century.core.words import languages
from tests.games.eastern_wonders.setup import GAME


def test_the_rules_are_ew1_to_ew24() -> None:
    assert list(GAME.words().rules) == [f"EW{number}" for number in range(1, 25)]


@pytest.mark.parametrize("language", languages())
def test_the_words_for_a_bonus_list_every_kind(language: str) -> None:
    for kind in ("move", "harvest", "upgrade", "cargo", "points"):
        assert kind in GAME.words(language).actions["bonus"]


def faults_given() -> dict[str, set[str]]:
    """Return the faults that `map.py` reports, with the facts of each."""
    source = package_folder(GAME.package) / "map.py"
    tree = ast.parse(source.read_text(encoding="utf-8"))
    given = {detail: {"count", "wanted"} for detail in ("markets", "ports", "seas")}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="_bad"), args=[ast.Constant(value=str(detail))]):
                given[detail] = {str(word.arg) for word in node.keywords}
    return given


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", languages())
def test_every_fault_of_a_map_has_a_sentence(language: str) -> None:
    sentences, given = GAME.words(language).faults, faults_given()
    assert set(sentences) == set(given)
    for detail, sentence in sentences.items():
        assert placeholders(sentence) == given[detail], detail
        assert not sentence.endswith((".", "。")), detail
