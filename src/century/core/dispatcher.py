"""How kernels are compiled and called, on top of Numba's dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from century.core.cache_file import RobustCache
from century.core.kernel_cache import fingerprint

__all__ = ["KernelCache", "KernelDispatcher", "register_state"]

Function = Callable[..., Any]

_GAME_FOLDERS: dict[Any, Path] = {}  # the folder of a game's sources, by the Numba type of a state


class KernelDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that gets a wrapper for Python only when Python calls it.

    Python never calls most kernels. Numba's wrappers, which convert Python's arguments, take more
    than a tenth of the time to compile a kernel. So a kernel is compiled without a wrapper for
    kernels that call it, and with one for Python.
    """

    def __init__(
        self,
        py_func: Function,
        locals: Any = None,  # noqa: A002 - Numba's name
        targetoptions: Any = None,
        pipeline_class: Any = Compiler,
    ) -> None:
        options = {**(targetoptions or {}), "no_cpython_wrapper": True}
        super().__init__(py_func, locals or {}, options, pipeline_class)

    @cached_property
    def for_python(self) -> _PythonDispatcher:
        """The dispatcher that compiles the function with a wrapper."""
        return _PythonDispatcher(self)

    @property
    def is_compiling(self) -> bool:
        """Whether the function is being compiled, so that a call of it is a recursive one."""
        with_wrapper = self.__dict__.get("for_python")
        return bool(super().is_compiling or (with_wrapper and with_wrapper.is_compiling))

    def keep(self) -> None:
        """Keep the machine code on disk, in the folder that Numba is configured for."""
        self._cache = KernelCache(self.py_func)

    def add_overload(self, compiled: Any) -> None:
        """Register machine code for callers that are kernels; Python cannot call it."""
        self.overloads[tuple(compiled.signature.args)] = compiled

    def compile(self, signature: Any) -> Any:
        """Compile for a caller that is a kernel, unless code with a wrapper exists already."""
        if isinstance(signature, tuple) and "for_python" in self.__dict__:
            with_wrapper = self.for_python.overloads.get(signature)
            if with_wrapper is not None:
                self.overloads.setdefault(signature, with_wrapper)
        return super().compile(signature)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Compile for Python, which calls with arguments of new types."""
        return self.for_python._compile_for_args(*args, **kws)


class _PythonDispatcher(CPUDispatcher):  # type: ignore[misc]
    """Compiles a kernel with a wrapper, and lets Python's calls of the kernel use it."""

    def __init__(self, kernel: KernelDispatcher) -> None:
        options = {**kernel.targetoptions, "no_cpython_wrapper": False}
        super().__init__(kernel.py_func, kernel.locals, options)
        self._kernel = kernel
        if isinstance(kernel._cache, KernelCache):
            self._cache = kernel._cache.for_python

    def add_overload(self, compiled: Any) -> None:
        """Register machine code for calls from Python."""
        super().add_overload(compiled)
        codes = [argument._code for argument in compiled.signature.args]
        self._kernel._insert(codes, compiled.entry_point, compiled.objectmode)


class KernelCache(RobustCache):
    """Machine code on disk, which is used only while its sources have not changed.

    Numba only checks the date of a cached function's own file, so it does not notice a changed card
    or helper in another file. Two things prevent that. The folder of the cache is named after
    the sources of `core` and of the kernel's own package. And the key of a kernel that works for
    every game, such as the loop over a random game, names the sources of the game it was compiled
    for.
    """

    has_wrapper = False

    @cached_property
    def for_python(self) -> KernelCache:
        """The same files, for machine code with a wrapper."""
        found = copy(self)
        found.has_wrapper = True
        return found

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the machine code for a signature, or None; kernels can use code with a wrapper."""
        if not Path(self._cache_file._index_path).exists():
            return None  # without hashing the function, which adds up while a game is compiled
        found = super().load_overload(signature, target_context)
        if found is None and not self.has_wrapper:
            return self.for_python.load_overload(signature, target_context)
        return found

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        games = sorted({fingerprint(folder) for folder in _games_in(signature)})
        return (*super()._index_key(signature, codegen), self.has_wrapper, *games)


def register_state(state: np.dtype[Any], folder: Path) -> None:
    """Let cached machine code that works on this record depend on the game's sources."""
    _GAME_FOLDERS[numba.from_dtype(state)] = folder


def _games_in(value: Any) -> set[Path]:
    """Return the folders of the games whose states occur in a Numba type or signature."""
    if value in _GAME_FOLDERS:
        return {_GAME_FOLDERS[value]}
    inside = [getattr(value, "dtype", None), *getattr(value, "types", ())]
    inside += value if isinstance(value, tuple) else ()
    return {folder for one in inside if one is not None for folder in _games_in(one)}
