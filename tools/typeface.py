"""Download the page's typefaces with npm, and store the parts that the page needs.

    python -m pip install fonttools brotli
    python tools/typeface.py

The subsets cover the languages of the page that use the Latin alphabet. Browsers take all other
characters, such as Japanese, from the fonts of the system.
"""

import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from vendor import fetch, member

FONTS = Path(__file__).parents[1] / "src/century/page/fonts"
VERSION = "5.3.0"  # of all packages
CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x152, 0x153),  # the letters that French adds
    *range(0x2013, 0x2015),  # dashes
    *range(0x2018, 0x201F),  # quotation marks
    *(0x2022, 0x2026, 0x2212),  # bullet, ellipsis, minus
    *range(0x2190, 0x2194),  # arrows
]
FEATURES = ["kern", "liga", "lnum", "tnum"]  # lining and tabular figures for scores


@dataclass(frozen=True)
class Typeface:
    """A variable font of Fontsource, and the weights that the page uses."""

    name: str
    weights: tuple[int, int]

    @property
    def package(self) -> str:
        """Return the name of the npm package."""
        return f"@fontsource-variable/{self.name}"


TYPEFACES = [Typeface("fraunces", (400, 900)), Typeface("source-sans-3", (400, 800))]


def main() -> None:
    """Write the subsets and their licences."""
    FONTS.mkdir(exist_ok=True)
    licences = [_store(typeface) for typeface in TYPEFACES]
    rule = "\n" + "-" * 72 + "\n\n"
    (FONTS / "LICENSE.txt").write_text(rule.join(licences))


def _store(typeface: Typeface) -> str:
    """Write the subset of a typeface, and return its licence."""
    with tempfile.TemporaryDirectory() as folder:
        archive = fetch(typeface.package, VERSION, folder)
        found = archive.extractfile(f"package/files/{typeface.name}-latin-wght-normal.woff2")
        assert found is not None
        font = TTFont(BytesIO(found.read()))
        licence = member(archive, "LICENSE")
    options = subset.Options(flavor="woff2", layout_features=FEATURES)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": typeface.weights})
    subset.save_font(font, FONTS / f"{typeface.name}.woff2", options)
    return f"{typeface.package} {VERSION} ({typeface.name}.woff2)\n\n{licence}"


if __name__ == "__main__":
    main()
