"""Games on a GPU: compared with the CPU in Numba's simulator, and on a GPU where there is one."""
