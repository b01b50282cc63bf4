"""Optional dependencies: what a module raises when the packages of its extra are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from century.errors import MissingExtra

__all__ = ["provided_by", "require"]


@contextmanager
def provided_by(extra: str) -> Iterator[None]:
    """Import packages of an extra; raise MissingExtra if one of them is not installed.

    The error names the extra to install instead of a package that the user does not know.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "century").partition(".")[0]
        if package == "century":  # our own fault: no extra would help
            raise
        raise MissingExtra(extra, package) from error


def require(extra: str, *packages: str) -> None:
    """Raise MissingExtra if one of these packages of an extra is not installed.

    A package calls this in its `__init__.py` on behalf of all its modules.
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(extra, package)
