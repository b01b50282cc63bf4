"""The compiler for NVIDIA GPUs: it compiles the same rule kernels as the one for the CPU.

This module needs the extra `cuda`. With NUMBA_ENABLE_CUDASIM=1 the kernels run in Numba's
simulator, slowly and without a GPU.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from century.core.engine import package_folder
from century.core.kernel import named
from century.core.kernel_cache import kernel_folder
from century.errors import NoGpu
from century.extras import provided_by

with provided_by("cuda"):
    import numba_cuda  # noqa: F401 - replaces the CUDA target that Numba itself contains
    from numba import cuda

__all__ = [
    "BLOCK",
    "SIMULATED",
    "blocks",
    "check_gpu",
    "cuda",
    "current_stream",
    "device_copy",
    "gpu_kernel_of",
    "launch",
]

Function = TypeVar("Function", bound=Callable[..., Any])

SIMULATED: bool = numba.config.ENABLE_CUDASIM
BLOCK = 128  # threads of a block, where nothing limits their number


def check_gpu() -> None:
    """Raise NoGpu, with the reason, unless there is a GPU that kernels can run on."""
    if not cuda.is_available():
        reason = str(cuda.cuda_error() or "the NVIDIA driver finds no GPU")
        raise NoGpu(" ".join(reason.split()))


def blocks(threads: int, block: int = BLOCK) -> int:
    """Return the number of blocks that hold at least this many threads."""
    return -(-threads // block)


def launch(kernel: Any, grid: int, block: int, *arguments: Any) -> None:
    """Queue a kernel on the stream that the caller works on."""
    _configured(kernel, grid, block, current_stream())(*arguments)


@cache
def _configured(kernel: Any, grid: int, block: int, stream: Any) -> Any:
    """Return a kernel that is ready to start, without Numba's warning about small grids."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return kernel[grid, block, stream]


def current_stream() -> Any:
    """Return the stream that the caller works on: PyTorch's or CuPy's, if one of them is loaded."""
    if SIMULATED:
        return 0
    if (torch := sys.modules.get("torch")) is not None:
        return _stream(torch.cuda.current_stream().cuda_stream)
    if (cupy := sys.modules.get("cupy")) is not None:
        return _stream(cupy.cuda.get_current_stream().ptr)
    return _stream(0)


@cache
def _stream(address: int) -> Any:
    return cuda.external_stream(address) if address else cuda.default_stream()


def device_copy(array: npt.NDArray[Any]) -> Any:
    """Return a copy of an array in the memory of the GPU."""
    return cuda.to_device(np.ascontiguousarray(array))


def gpu_kernel_of(package: str, **options: Any) -> Callable[[Function], Any]:
    """Return the decorator that compiles a GPU kernel of the game in a package.

    The options are those of Numba's `cuda.jit`, such as `max_registers`; the simulator has none.

    The kernel is made inside another function, once for each game, so it is `named`. The machine
    code is kept for later runs, in a folder that depends on the sources of `core` and of the game.
    """

    def decorate(function: Function) -> Any:
        decorator = cuda.jit if SIMULATED or not options else cuda.jit(**options)
        compiled = decorator(named(package.rpartition(".")[2])(function))
        kept_in = kernel_folder(package_folder(package))
        if kept_in is not None and not SIMULATED:
            _keep(compiled, str(kept_in))
        return compiled

    return decorate


def _keep(compiled: Any, folder: str) -> None:
    from numba.cuda.core import config

    configured = config.CACHE_DIR
    config.CACHE_DIR = folder
    try:
        compiled.enable_caching()
    finally:
        config.CACHE_DIR = configured
