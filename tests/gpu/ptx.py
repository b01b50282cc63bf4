"""Compile all GPU kernels of a game without a GPU, and print what they are compiled for.

python -m tests.gpu.ptx GAME 8.0 9.0
"""

from __future__ import annotations

import re
import sys
from itertools import product
from typing import Any

import century
from century.core.gpu import cuda
from century.core.gpu_lockstep import gpu_kernels, observation_kernel
from century.core.gpu_playouts import playouts_kernel
from century.core.lockstep import Games, GameSettings
from century.env.encoding import encoding


def main() -> None:
    """Compile for compute capabilities; print the version and the target of each PTX."""
    import numba.cuda.dispatcher
    from numba import boolean, float32, int64, types, uint64

    name, *texts = sys.argv[1:]
    capabilities = [tuple(map(int, text.split("."))) for text in texts]

    class Device:
        compute_capability = capabilities[0]

    # Numba asks the GPU for its capability when it compiles a function that a kernel calls.
    numba.cuda.dispatcher.get_current_device = lambda: Device
    game = century.game(name)
    kernels = gpu_kernels(game.state, game.package, len(game.actions))
    words, numbers, whole, flags = uint64[:, ::1], uint64[::1], int64[::1], boolean[::1]
    games = types.NamedTuple(
        (
            numbers,
            numbers,
            numbers,
            whole,
            numbers,
            whole,
            float32[:, ::1],
            flags,
            flags,
            int64[:, ::1],
        ),
        Games,
    )
    settings = types.NamedTuple((int64, int64, int64, boolean), GameSettings)
    signatures: dict[str, tuple[Any, ...]] = {
        "deal_games": (words, games, settings, flags, boolean),
        "take_up_games": (words, games),
        "choose_random": (games, whole),
        "find_illegal": (games, whole, whole),
        "step": (words, games, settings, whole, whole),
        "play_random": (words, games, settings, int64, whole),
        "write_masks": (games, numbers),
        "write_observations": (words, whole, settings, numbers),
    }
    size = encoding(game, game.players[-1]).size
    found = {"write_observations": observation_kernel(game.state, game.package, size)[0]}
    found |= {kernel: getattr(kernels, kernel) for kernel in signatures if kernel not in found}
    found["playouts"] = playouts_kernel(game.state, game.package)
    signatures["playouts"] = (numbers, int64, uint64, whole, int64[:, ::1])
    for capability, (kernel, signature) in product(capabilities, signatures.items()):
        ptx, _ = cuda.compile_ptx(found[kernel].py_func, signature, cc=capability)
        version, target = re.findall(r"\.version (\S+)\n\.target (\S+)", ptx)[0]
        print(kernel, version, target)


if __name__ == "__main__":
    main()
