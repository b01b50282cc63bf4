"""Handfuls in 32 bits: up to 255 cubes of a colour, 127 where they are compared."""

import numpy as np

from century.core.cubes.lanes import arithmetic
from century.core.cubes.packing import NARROW

pack, spell = NARROW.pack, NARROW.spell

(
    one,
    count_of,
    total,
    covers,
    colours_held,
    raised,
    worth_points,
    most_plentiful,
    part_held,
) = arithmetic(np.uint32, 8)
