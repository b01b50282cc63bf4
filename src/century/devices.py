"""The devices that games can be played on in large numbers."""

from __future__ import annotations

from century.errors import BadOption

__all__ = ["DEVICES", "check_device"]

DEVICES = ("cpu", "cuda")  # cuda: an NVIDIA GPU, with the extra `cuda`


def check_device(device: str) -> str:
    """Return the name of a device, or raise BadOption."""
    if device not in DEVICES:
        raise BadOption(f"unknown device {device!r}; the devices are {', '.join(DEVICES)}")
    return device
