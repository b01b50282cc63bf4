"""How cubes, cards and seats look, in a terminal and in a picture."""
