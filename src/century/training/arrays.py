"""The arrays that training works on: NumPy's on a CPU, PyTorch's on a GPU.

Training is written once, with the operations that both libraries have in common. The few that they
spell differently are methods here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from century.extras import provided_by

__all__ = ["Array", "Arrays", "arrays_on"]

Array = Any  # a NumPy array or a PyTorch tensor


class Arrays(Protocol):
    """The operations that differ between the two libraries."""

    device: str

    def zeros(self, shape: Any, dtype: Any = np.float32) -> Array:
        """Return an array of zeros."""

    def copied(self, array: npt.NDArray[Any]) -> Array:
        """Return a copy of a NumPy array."""

    def for_kernels(self, array: Array) -> Any:
        """Return an array in the form that kernels take; it shares its memory."""

    def kernel_zeros(self, shape: Any, dtype: Any) -> Any:
        """Return an array of zeros that only kernels use."""

    def kernel_copy(self, array: npt.NDArray[Any]) -> Any:
        """Return a copy of a NumPy array that only kernels use."""

    def kernel_read(self, array: Any) -> npt.NDArray[Any]:
        """Return a NumPy copy of an array that only kernels use."""

    def kernel_write(self, array: Any, values: npt.NDArray[Any]) -> None:
        """Change all values of an array that only kernels use."""

    def kernel_clear(self, array: Any) -> None:
        """Set all values of an array that only kernels use to 0."""

    def to_numpy(self, array: Array) -> npt.NDArray[Any]:
        """Return a copy as a NumPy array."""

    def half(self, array: Array) -> Array:
        """Return an array with the precision of matrix products; bytes must be flags, 0 or 1."""

    def full(self, array: Array) -> Array:
        """Return an array in single precision."""

    def affine(self, inputs: Array, weight: Array, bias: Array) -> Array:
        """Return inputs @ weight + bias."""

    def exp(self, array: Array) -> Array:
        """Return the exponential function of each number."""

    def sqrt(self, array: Array) -> Array:
        """Return the square root of each number."""

    def log(self, array: Array) -> Array:
        """Return the natural logarithm of each number."""

    def where(self, chosen: Array, then: Array, otherwise: Array) -> Array:
        """Return numbers of one array or another."""

    def gather(self, array: Array, indices: Array) -> Array:
        """Return the numbers at indices along the last axis."""

    def permutation(self, count: int, seed: int) -> Array:
        """Return the numbers below `count` in the random order of a seed."""

    def repeatable(self, function: Callable[[], None]) -> Callable[[], None]:
        """Return a function with the same effect; on a GPU it starts all its work at once."""


class _CpuArrays:
    """NumPy's arrays."""

    device = "cpu"

    exp = staticmethod(np.exp)
    sqrt = staticmethod(np.sqrt)
    log = staticmethod(np.log)
    where = staticmethod(np.where)

    def zeros(self, shape: Any, dtype: Any = np.float32) -> Array:
        return np.zeros(shape, dtype)

    kernel_zeros = zeros

    def copied(self, array: npt.NDArray[Any]) -> Array:
        return array.copy()

    kernel_copy = copied

    def kernel_read(self, array: Any) -> npt.NDArray[Any]:
        return np.array(array)

    def kernel_write(self, array: Any, values: npt.NDArray[Any]) -> None:
        array[...] = values

    def kernel_clear(self, array: Any) -> None:
        array[...] = 0

    def for_kernels(self, array: Array) -> Any:
        return array

    def to_numpy(self, array: Array) -> npt.NDArray[Any]:
        return np.array(array)

    def half(self, array: Array) -> Array:
        return array.astype(np.float32, copy=False)

    full = half

    def affine(self, inputs: Array, weight: Array, bias: Array) -> Array:
        return inputs @ weight + bias

    def gather(self, array: Array, indices: Array) -> Array:
        return np.take_along_axis(array, indices, axis=-1)

    def permutation(self, count: int, seed: int) -> Array:
        return np.random.default_rng(seed).permutation(count)

    def repeatable(self, function: Callable[[], None]) -> Callable[[], None]:
        return function


class _GpuArrays:
    """PyTorch's tensors on a GPU."""

    device = "cuda"

    def __init__(self) -> None:
        with provided_by("train"):
            import torch
        from century.core.gpu import check_gpu, cuda, device_copy
        from century.training.gpu_flags import spread_flags

        check_gpu()
        self._spread_flags = spread_flags
        self._torch, self._cuda, self.kernel_copy = torch, cuda, device_copy
        self.exp, self.sqrt, self.log = torch.exp, torch.sqrt, torch.log
        self.where = torch.where

    def zeros(self, shape: Any, dtype: Any = np.float32) -> Array:
        kind = getattr(self._torch, np.dtype(dtype).name)
        return self._torch.zeros(shape, dtype=kind, device="cuda")

    def copied(self, array: npt.NDArray[Any]) -> Array:
        return self._torch.tensor(array, device="cuda")

    def for_kernels(self, array: Array) -> Any:
        return self._cuda.as_cuda_array(array)

    def kernel_zeros(self, shape: Any, dtype: Any) -> Any:
        return self.kernel_copy(np.zeros(shape, dtype))

    def kernel_read(self, array: Any) -> npt.NDArray[Any]:
        self._torch.cuda.synchronize()  # kernels run in another stream than this copy
        found: npt.NDArray[Any] = array.copy_to_host()
        return found

    def kernel_write(self, array: Any, values: npt.NDArray[Any]) -> None:
        self._torch.cuda.synchronize()
        array.copy_to_device(np.ascontiguousarray(values))
        self._torch.cuda.synchronize()

    def kernel_clear(self, array: Any) -> None:
        self._torch.as_tensor(array, device="cuda").zero_()

    def to_numpy(self, array: Array) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = array.cpu().numpy()
        return found

    def half(self, array: Array) -> Array:
        torch = self._torch
        if array.dtype != torch.uint8:
            return array.to(torch.bfloat16)
        found = torch.empty(array.shape, dtype=torch.bfloat16, device="cuda")
        words, numbers = array.view(torch.int32).flatten(), found.view(torch.int64).flatten()
        self._spread_flags(self.for_kernels(words), self.for_kernels(numbers))
        return found

    def full(self, array: Array) -> Array:
        return array.to(self._torch.float32)

    def affine(self, inputs: Array, weight: Array, bias: Array) -> Array:
        return self._torch.addmm(bias, inputs, weight)

    def gather(self, array: Array, indices: Array) -> Array:
        return self._torch.gather(array, -1, indices)

    def permutation(self, count: int, seed: int) -> Array:
        random = self._torch.Generator(device="cuda").manual_seed(seed)
        return self._torch.randperm(count, generator=random, device="cuda")

    def repeatable(self, function: Callable[[], None]) -> Callable[[], None]:
        """Capture a CUDA graph: starting hundreds of small kernels one by one takes too long."""
        side = self._torch.cuda.Stream()
        side.wait_stream(self._torch.cuda.current_stream())
        with self._torch.cuda.stream(side):
            function()  # compiles kernels and makes the libraries allocate what they need
        self._torch.cuda.current_stream().wait_stream(side)
        graph = self._torch.cuda.CUDAGraph()
        with self._torch.cuda.graph(graph):
            function()
        replay: Callable[[], None] = graph.replay
        return replay


def arrays_on(device: str) -> Arrays:
    """Return the arrays of a device: "cpu" or "cuda"."""
    return _CpuArrays() if device == "cpu" else _GpuArrays()
