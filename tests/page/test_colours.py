"""The palette: colours that colour-blind people can tell apart, and text with enough contrast."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from tests.page.page_files import STATIC

Colour = npt.NDArray[np.float64]  # shape (3,): linear red, green, blue

# How the colour-blind see, by Machado, Oliveira and Fernandes (2009), at full severity.
EYES = {
    "any": np.eye(3),
    "without red": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "without green": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "without blue": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "of shades alone": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
SPICES = ("spice-y", "spice-r", "spice-g", "spice-b")  # from the lightest to the darkest


def themes() -> dict[str, dict[str, str]]:
    """The colours of base.css by name, in each theme."""
    text = (STATIC / "style/base.css").read_text(encoding="utf-8")
    block = text[text.index(":root {") : text.index("}")]
    code = "#[0-9a-f]{6}"
    both = {name: (one, one) for name, one in re.findall(rf"--([\w-]+): ({code});", block)}
    pairs = re.findall(rf"--([\w-]+): light-dark\(({code}), ({code})\);", block)
    both |= {name: (light, dark) for name, light, dark in pairs}
    return {
        theme: {name: pair[i] for name, pair in both.items()}
        for i, theme in enumerate(("light", "dark"))
    }


THEMES = themes()


def linear(code: str) -> Colour:
    shares = np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def luminance(colour: Colour) -> float:
    return float(colour @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(linear(one)), luminance(linear(other))))
    return (lighter + 0.05) / (darker + 0.05)


def lightness(colour: Colour) -> float:
    """From 0, black, to 100, white, as eyes have it."""
    return float(116 * np.cbrt(max(luminance(colour), 0.009)) - 16)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
def test_spices_differ_in_lightness_for_all_eyes(theme: str, eyes: str) -> None:
    seen = [np.clip(EYES[eyes] @ linear(THEMES[theme][name]), 0, 1) for name in SPICES]
    shades = [lightness(colour) for colour in seen]
    assert shades == sorted(shades, reverse=True)
    for one, other in combinations(shades, 2):
        assert abs(one - other) > 12


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "ground"),
        ("ink", "ground-deep"),
        ("ink", "paper"),
        ("ink-soft", "ground"),
        ("ink-soft", "ground-deep"),
        ("ink-soft", "paper"),
        ("accent", "paper"),
        ("accent-ink", "accent"),
        ("good", "paper"),
        ("bad", "paper"),
        *((f"seat-{seat}", "paper") for seat in range(5)),
    ],
)
def test_text_has_enough_contrast(theme: str, ink: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_what_may_be_chosen_stands_out(theme: str) -> None:
    colours = THEMES[theme]
    for ground in ("paper", "ground", "ground-deep"):
        assert contrast(colours["glow"], colours[ground]) >= 3, "as WCAG asks of parts of a page"


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_engraved_on_spices_can_be_read(theme: str) -> None:
    text = (STATIC / "style/base.css").read_text(encoding="utf-8")
    (dark,) = re.findall(r"\.cube-Y, \.cube-R \{ --engraved: (#[0-9a-f]+)", text)
    (light,) = re.findall(r"\.cube-G, \.cube-B \{ --engraved: (#[0-9a-f]+)", text)
    letters = (dark, dark, light, light)
    for name, letter in zip(SPICES, letters, strict=True):
        full = letter if len(letter) == 7 else "#" + "".join(2 * digit for digit in letter[1:])
        assert contrast(THEMES[theme][name], full) >= 4.5, name
