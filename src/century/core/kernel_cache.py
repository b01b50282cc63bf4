"""Where compiled kernels are kept between runs."""

from __future__ import annotations

import hashlib
import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

__all__ = ["CORE", "fingerprint", "kernel_folder", "package_fingerprint"]

CORE = Path(__file__).parent
PACKAGE = CORE.parent


@cache
def fingerprint(folder: Path) -> str:
    """Hash the sources in a folder that compiled code may depend on."""
    return _hash(folder, (*folder.rglob("*.py"), *folder.glob("*.toml")))


@cache
def package_fingerprint() -> str:
    """Hash all sources and weights of the package: machines that play together need the same."""
    kinds = ("*.py", "*.toml", "*.safetensors")
    return _hash(PACKAGE, (path for kind in kinds for path in PACKAGE.rglob(kind)))


def _hash(folder: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def kernel_folder(folder: Path) -> Path | None:
    """Return the folder that keeps the kernels written in a folder; None if nothing can be kept.

    Its name depends only on `core` and on that folder, so a change elsewhere recompiles nothing.
    """
    base = _base()
    names = [fingerprint(CORE)]
    if folder != CORE and CORE not in folder.parents:
        names.append(fingerprint(folder))
    return None if base is None else base / f"kernels-{'-'.join(names)}"


@cache
def _base() -> Path | None:
    """Return the folder of all kernel caches: the first possible one that can be written to."""
    first, *others = _candidates()
    if _is_writable(first):
        return first
    found = next((folder for folder in others if _is_writable(folder)), None)
    instead = f"keeping them in {found}" if found else "compiling them in every run"
    warnings.warn(f"cannot write compiled kernels to {first}; {instead}", stacklevel=1)
    return found


def _candidates() -> Iterator[Path]:
    if configured := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(configured)
    yield PACKAGE / "__pycache__"
    yield Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "century"
    owner = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    yield Path(tempfile.gettempdir()) / f"century-{owner}"


def _is_writable(folder: Path) -> bool:
    """Tell whether we can keep files there that nobody else can replace."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return False
    in_shared_folder = folder.parent == Path(tempfile.gettempdir())
    foreign = hasattr(os, "getuid") and status.st_uid != os.getuid()
    return os.access(folder, os.W_OK) and not (in_shared_folder and foreign)
