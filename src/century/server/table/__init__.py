"""What a table is: its events, seats, commands, clocks and snapshots."""
