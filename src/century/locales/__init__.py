"""The words of the games, one folder a language."""
