"""What holds in every game, tried over many random ones."""
