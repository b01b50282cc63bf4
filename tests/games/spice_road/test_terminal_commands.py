"""Commands other than `play` with Spice Road."""

from __future__ import annotations

import pytest

from tests.terminal.command import Command


def test_rules_are_found_by_id_and_by_word(century: Command) -> None:
    assert "⚖ At least once" in century("rules", "sr9").out
    found = century("rules", "silver").out
    assert "SR14" in found
    assert "SR9 " not in found


def test_rules_are_found_in_other_languages(century: Command) -> None:
    assert "⚖ Almeno una volta" in century("rules", "sr9", "--language", "it").out
    assert "SR14" in century("rules", "moneta", "-l", "it").out


def test_the_rules_command_prints_all_rules(century: Command) -> None:
    everything = century("rules", "-g", "spice-road").out
    assert all(f"SR{number} " in everything for number in range(1, 21))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("rules", "SR99"), "there is no rule 'SR99'; the ids go from SR1 to SR20"),
        (("simulate", "-g", "spice-road", "--map", "standard"), "spice-road has no option 'map'"),
        (("simulate", "-g", "spice-road", "-p", "9"), "spice-road is for 2 to 5 players, not 9"),
    ],
)
def test_bad_input_ends_with_status_2_and_an_error_message(
    century: Command, arguments: tuple[str, ...], fault: str
) -> None:
    outcome = century(*arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert outcome.out == ""
