"""The compiler for NVIDIA GPUs: it compiles the same rule kernels as the one for the CPU.

This module needs the extra `cuda`. With NUMBA_ENABLE_CUDASIM=1 the kernels run in Numba's
simulator, slowly and without a GPU.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from century.core.engine import package_folder
from century.core.kernel import named
from century.core.kernel_cache import kernel_folder
from century.errors import NoGpu
from century.extras import provided_by

with provided_by("cuda"):
    import numba_cuda  # noqa: F401 - replaces the CUDA target that Numba itself contains
    from numba import cuda

__all__ = ["SIMULATED", "check_gpu", "cuda", "gpu_kernel_of"]

Function = TypeVar("Function", bound=Callable[..., Any])

SIMULATED: bool = numba.config.ENABLE_CUDASIM


def check_gpu() -> None:
    """Raise NoGpu, with the reason, unless there is a GPU that kernels can run on."""
    if not cuda.is_available():
        reason = str(cuda.cuda_error() or "the NVIDIA driver finds no GPU")
        raise NoGpu(" ".join(reason.split()))


def gpu_kernel_of(package: str) -> Callable[[Function], Any]:
    """Return the decorator that compiles a GPU kernel of the game in a package.

    The kernel is made inside another function, once for each game, so it is `named`. The machine
    code is kept for later runs, in a folder that depends on the sources of `core` and of the game.
    """

    def decorate(function: Function) -> Any:
        compiled = cuda.jit(named(package.rpartition(".")[2])(function))
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
