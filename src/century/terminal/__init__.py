"""The games in a terminal: playing, replays, advice, rules, tournaments."""
