"""A cache of compiled kernels that survives damaged files and full disks."""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys

__all__ = ["RobustCache"]


@cache  # Python itself shows a warning again, since Numba resets its filters
def _warn_once(reason: str) -> None:
    warnings.warn(f"cannot keep compiled kernels: {reason}", stacklevel=1)


class RobustCache(FunctionCache):  # type: ignore[misc]
    """Recompiles code that cannot be read, and does without code that cannot be written.

    A power failure may leave empty or incomplete files behind. Numba itself raises an error then,
    in every run, until the user removes the files.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature; None if there is none that can be read."""
        # Numba's method refreshes the target context first, which imports all that the compiler
        # knows (45 MB, a quarter of a second). Compiled code needs only the runtime.
        rtsys.initialize(target_context)
        try:
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)
        except Exception:  # damaged pickles raise errors of many types
            self._remove_index()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled code for a signature, if the disk accepts it."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            self._remove_index()
            _warn_once(str(error.strerror or error))

    def _remove_index(self) -> None:
        """Let the cache forget all code of this kernel."""
        try:
            Path(self._cache_file._index_path).unlink(missing_ok=True)
        except OSError:
            self.disable()
