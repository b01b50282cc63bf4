"""Compile the kernels of all games and bots.

`make test` runs this script beside the checks. Otherwise the workers of pytest would compile the
same kernels at the same time, each for itself.
"""

from __future__ import annotations

import century
from century.bots import bots
from century.warmup import warm_up

if __name__ == "__main__":
    for name in century.games():
        print(f"Compiling {name}", flush=True)
        warm_up(century.game(name), str, bots())
