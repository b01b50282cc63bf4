"""Weights files can be read again, and every damaged one is refused with a typed error."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from century.errors import BadWeights
from century.neural import weights_file
from century.neural.weights_file import parse_weights, read_weights, write_weights

ARRAYS = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([0.5], np.float32)}


def written(folder: Path) -> Path:
    path = folder / "some.safetensors"
    write_weights(path, ARRAYS, {"format": "test"})
    return path


def file_of(header: object, data: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(**changes: Any) -> dict[str, Any]:
    return {"a": {"dtype": "F16", "shape": [2], "data_offsets": [0, 4]} | changes}


def test_arrays_and_texts_are_read_again(tmp_path: Path) -> None:
    found = read_weights(written(tmp_path))
    assert found.metadata == {"format": "test"}
    assert list(found.arrays) == ["a", "b"]
    for name, array in ARRAYS.items():
        assert np.array_equal(found.arrays[name], array)
    assert [path.name for path in tmp_path.iterdir()] == ["some.safetensors"]


def test_the_layout_is_that_of_safetensors(tmp_path: Path) -> None:
    content = written(tmp_path).read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    assert header["a"] == {"dtype": "F16", "shape": [2, 3], "data_offsets": [0, 12]}
    assert header["b"] == {"dtype": "F16", "shape": [1], "data_offsets": [12, 14]}
    assert length % 8 == 0
    assert np.array_equal(np.frombuffer(content[8 + length :], "<f2"), [0, 1, 2, 3, 4, 5, 0.5])


def test_files_of_32_bit_floats_are_read() -> None:
    data = np.array([1.5, -2.0], "<f4").tobytes()
    found = parse_weights(file_of(entry(dtype="F32", data_offsets=[0, 8]), data), "x")
    assert found.arrays["a"].tolist() == [1.5, -2.0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "0 bytes"),
        (b"short", "5 bytes"),
        (struct.pack("<Q", 2**63), "header"),
        (struct.pack("<Q", 4) + b"nope", "damaged"),
        (struct.pack("<Q", 2) + b"\xff\xff", "damaged"),
        (file_of([]), "JSON object"),
        (file_of({"a": 3}), "lacks"),
        (file_of({"a": {"dtype": "F16"}}), "lacks"),
        (file_of(entry(data_offsets=[0])), "lacks"),
        (file_of(entry(dtype="I64"), bytes(16)), "'I64'"),
        (file_of(entry(dtype=["F16"]), bytes(16)), "F16"),
        (file_of(entry(shape=[-2]), bytes(4)), "shape"),
        (file_of(entry(shape=[True]), bytes(4)), "shape"),
        (file_of(entry(shape="2"), bytes(4)), "shape"),
        (file_of(entry(shape=[3]), bytes(8)), "6 bytes"),
        (file_of(entry(data_offsets=[0, "4"]), bytes(4)), "4 bytes"),
        (file_of(entry(data_offsets=[-4, 0]), bytes(4)), "offsets"),
        (file_of(entry(), bytes(3)), "4 bytes"),
        (file_of({"__metadata__": {"format": 1}}), "__metadata__"),
        (file_of({"__metadata__": "text"}), "__metadata__"),
        (struct.pack("<Q", 200_000) + b"[" * 200_000, "nested"),
    ],
)
def test_a_damaged_file_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(BadWeights) as caught:
        parse_weights(content, "some file")
    assert str(caught.value).startswith("some file: ")
    assert said in str(caught.value)


@given(st.data())
def test_any_change_of_a_file_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(file_of(entry() | {"__metadata__": {"format": "test"}}, bytes(4)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(0, len(content)))]
    try:
        found = parse_weights(bytes(content), "x")
    except BadWeights:
        return
    assert all(isinstance(array, np.ndarray) for array in found.arrays.values())


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path)
    monkeypatch.setattr(weights_file, "MAX_BYTES", 100)
    with pytest.raises(BadWeights, match="larger than 100 bytes"):
        read_weights(path)


def test_a_file_that_cannot_be_opened_is_a_typed_error(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.safetensors", tmp_path):
        with pytest.raises(BadWeights, match=str(path)):
            read_weights(path)
