"""Files of named arrays in the safetensors layout, which many other tools read and write.

A file begins with the length of its header: 8 bytes, little-endian. The header is a JSON object
that has an entry `{"dtype": "F16", "shape": [...], "data_offsets": [begin, end]}` for each array,
and texts under `__metadata__`. The bytes of the arrays follow; the offsets count from there.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.errors import BadWeights

__all__ = ["MAX_BYTES", "WeightsFile", "parse_weights", "read_weights", "write_weights"]

Array = npt.NDArray[Any]

MAX_BYTES = 64_000_000  # a larger file is refused before it is read
METADATA = "__metadata__"
_LENGTH = struct.Struct("<Q")
_DTYPES: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}


class WeightsFile(NamedTuple):
    """The contents of a file."""

    arrays: dict[str, Array]
    metadata: dict[str, str]


def write_weights(
    path: Path, arrays: Mapping[str, npt.NDArray[np.floating[Any]]], metadata: Mapping[str, str]
) -> None:
    """Write arrays as 16-bit floats. The file appears complete or not at all."""
    header: dict[str, object] = {METADATA: dict(metadata)}
    parts, end = [], 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, _DTYPES["F16"]).tobytes()
        offsets = [end, end + len(data)]
        header[name] = {"dtype": "F16", "shape": list(array.shape), "data_offsets": offsets}
        parts.append(data)
        end += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)  # the layout asks for aligned data
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_bytes(_LENGTH.pack(len(text)) + text + b"".join(parts))
    unfinished.replace(path)


def read_weights(path: Path) -> WeightsFile:
    """Read a file, or raise BadWeights."""
    try:
        with path.open("rb") as file:  # reads a limited part: a device may have no end
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadWeights(f"{path}: {error.strerror or error}") from None
    return parse_weights(content, str(path))


def parse_weights(content: bytes, source: str) -> WeightsFile:
    """Return the arrays in the bytes of a file, or raise BadWeights, which names the source."""
    if len(content) > MAX_BYTES:
        raise BadWeights(f"{source}: larger than {MAX_BYTES:,} bytes")
    try:
        header, data = _split(content)
        metadata = header.pop(METADATA, {})
        arrays = {name: _array(name, entry, data) for name, entry in header.items()}
    except ValueError as error:
        raise BadWeights(f"{source}: damaged, or no safetensors file: {error}") from None
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise BadWeights(f"{source}: damaged: {METADATA} is not an object of texts")
    return WeightsFile(arrays, metadata)


def _split(content: bytes) -> tuple[dict[str, Any], memoryview]:
    """Return the header and the data of a file."""
    if len(content) < _LENGTH.size:
        raise ValueError(f"it has {len(content)} bytes")
    (length,) = _LENGTH.unpack_from(content)
    start = _LENGTH.size + length
    if start > len(content):
        raise ValueError(f"its header has {length} bytes, but the file has {len(content)}")
    try:
        header = json.loads(content[_LENGTH.size : start])
    except RecursionError:
        raise ValueError("its header is nested too deeply") from None
    if not isinstance(header, dict):
        raise ValueError("its header is not a JSON object")
    return header, memoryview(content)[start:]


def _array(name: str, entry: Any, data: memoryview) -> Array:
    """Return the array that an entry of the header describes."""
    try:
        dtype, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"{name} lacks dtype, shape or data_offsets") from None
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise ValueError(f"{name} has the type {dtype!r} instead of {' or '.join(_DTYPES)}")
    if not isinstance(shape, list) or not all(type(n) is int and n >= 0 for n in (*shape, begin)):
        raise ValueError(f"{name} has no valid shape and offsets")
    size = prod(shape) * _DTYPES[dtype].itemsize
    if type(end) is not int or end - begin != size or end > len(data):
        raise ValueError(f"{name} needs {size} bytes, but its offsets are {begin} to {end}")
    found: Array = np.frombuffer(data[begin:end], _DTYPES[dtype]).reshape(shape)
    return found
