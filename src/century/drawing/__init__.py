"""Drawing of cubes, cards and seats, in a terminal and in a picture."""
