"""The games as learning environments, with the interfaces of common libraries.

The submodules are loaded when first used, because most of them need an extra.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from century.env import (
        batch,
        encoding,
        gymnasium,
        openspiel,
        opponents,
        pettingzoo,
        stable_baselines3,
    )

__all__ = [
    "batch",
    "encoding",
    "gymnasium",
    "openspiel",
    "opponents",
    "pettingzoo",
    "stable_baselines3",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'century.env' has no attribute {name!r}")
    return import_module(f"century.env.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
