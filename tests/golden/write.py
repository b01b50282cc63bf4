"""Write the playthroughs anew: `python -m tests.golden.write`."""

from __future__ import annotations

from tests.golden.playthrough import golden_file, playthrough
from tests.property.play import TABLES


def main() -> None:
    for name, players in TABLES:
        text = playthrough(name, players)
        golden_file(name, players).write_text(text, encoding="utf-8")
        print(f"{golden_file(name, players).name}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
