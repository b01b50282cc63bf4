"""Arrays on a GPU that PyTorch, JAX and CuPy take without a copy."""

from __future__ import annotations

import ctypes
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["DeviceArray"]

# The structures and numbers of DLPack, the protocol for exchanging arrays between libraries
_CUDA = 2
_TYPE_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _ManagedTensor(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_ManagedTensor))
_ManagedTensor._fields_ = (
    ("tensor", _Tensor),
    ("context", ctypes.c_void_p),
    ("deleter", _Deleter),
)
_LENT: dict[int, tuple[Any, ...]] = {}  # what must live as long as its borrower, by address
_NAME = b"dltensor"


def _release(managed: Any) -> None:
    _LENT.pop(ctypes.addressof(managed.contents), None)


_RELEASE = _Deleter(_release)


class DeviceArray:
    """An array in the memory of a GPU.

    It has both protocols for exchanging arrays, `__dlpack__` and `__cuda_array_interface__`:
    `torch.from_dlpack(array)`, `jax.dlpack.from_dlpack(array)` and `cupy.asarray(array)` work on
    the same memory. `numpy.asarray(array)` waits for the GPU and copies.
    """

    def __init__(self, memory: Any, shape: tuple[int, ...], dtype: npt.DTypeLike) -> None:
        """Describe the beginning of a piece of memory, an array of Numba's."""
        self.memory = memory
        self.shape = shape
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<DeviceArray shape={self.shape} dtype={self.dtype}>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        memory = self.memory.__cuda_array_interface__
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": memory["data"],
            "strides": None,
            "version": 3,
        }

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("an array on a GPU becomes a NumPy array only by a copy")
        data = self.memory.copy_to_host().reshape(-1).view(np.uint8)
        size = prod(self.shape) * self.dtype.itemsize
        array: npt.NDArray[Any] = data[:size].view(self.dtype).reshape(self.shape)
        return array if dtype is None else array.astype(dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, 0

    def __dlpack__(self, **_options: Any) -> Any:
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        managed = _ManagedTensor()
        managed.tensor = _Tensor(
            data=self.__cuda_array_interface__["data"][0],
            device=_Device(*self.__dlpack_device__()),
            dimensions=len(self.shape),
            type=_Type(_TYPE_CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1),
            shape=shape,
            strides=None,
            offset=0,
        )
        managed.deleter = _RELEASE
        address = ctypes.addressof(managed)
        _LENT[address] = managed, shape, self.memory
        new_capsule = ctypes.pythonapi.PyCapsule_New
        new_capsule.restype = ctypes.py_object
        new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new_capsule(address, _NAME, None)
