"""The tiles and the standard map of Eastern Wonders, as literals for the reference engine."""

# EW1: type -> its six trades, what is paid > what is taken.
MARKET_TILES: dict[str, tuple[str, ...]] = {
    "ginger": ("G>YYYYR", "B>YYYRR", "B>YYYG", "RR>YYYG", "R>YYY", "RR>YYB"),
    "chili": ("GG>RRB", "G>RR", "B>RRR", "YY>RR", "BB>RRRGG", "YYY>RG"),
    "tea": ("B>YRG", "YYYY>GB", "YYYYY>GGG", "RR>GG", "B>GG", "YY>G"),
    "cloves": ("YYYYY>BB", "YR>B", "GG>BB", "YRG>BB", "YYY>B", "RRR>BB"),
}

# EW4: (cost, points) of the 26 victory point tiles, without the closed-port tile.
VP_TILES: tuple[tuple[str, int], ...] = (
    ("YYGGG", 11),
    ("YYYBB", 11),
    ("GGGG", 12),
    ("RRBB", 12),
    ("RRGB", 12),
    ("RRRGG", 12),
    ("YGGB", 12),
    ("YRGB", 12),
    ("RRGGG", 13),
    ("YYRRGG", 13),
    ("GGBB", 14),
    ("RRRBB", 14),
    ("YYBBB", 14),
    ("YYYRGB", 14),
    ("GGGGG", 15),
    ("YYRRBB", 15),
    ("BBBB", 16),
    ("RRBBB", 16),
    ("YRRRGB", 16),
    ("GGGBB", 17),
    ("YYGGBB", 17),
    ("GGBBB", 18),
    ("YRGGGB", 18),
    ("RRGGBB", 19),
    ("BBBBB", 20),
    ("YRGBBB", 20),
)

# EW2: cell name -> (kind, q, r).
STANDARD_CELLS: dict[str, tuple[str, int, int]] = {
    "A1": ("port", -2, 2),
    "A2": ("market", -2, 3),
    "A3": ("market", -2, 4),
    "A4": ("port", -2, 5),
    "B1": ("market", -1, 1),
    "B2": ("market", -1, 2),
    "B3": ("market", -1, 3),
    "B4": ("market", -1, 4),
    "B5": ("market", -1, 5),
    "C1": ("market", 0, 0),
    "C2": ("market", 0, 1),
    "C3": ("market", 0, 2),
    "C4": ("market", 0, 3),
    "C5": ("market", 0, 4),
    "C6": ("market", 0, 5),
    "D1": ("market", 1, 0),
    "D2": ("market", 1, 1),
    "D3": ("market", 1, 2),
    "D4": ("market", 1, 3),
    "D5": ("market", 1, 4),
    "E1": ("port", 2, 0),
    "E2": ("market", 2, 1),
    "E3": ("market", 2, 2),
    "E4": ("port", 2, 3),
}
