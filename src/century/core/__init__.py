"""The parts that all games share: kernels, the engine, cubes, words and texts."""
