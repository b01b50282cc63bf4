"""What every game is made with: kernels, the engine, cubes, words and texts."""
