"""Handfuls in 64 bits: up to 65,535 cubes of a colour, 32,767 where they are compared."""

import numpy as np

from century.core.cubes.lanes import arithmetic
from century.core.cubes.packing import WIDE

pack, spell = WIDE.pack, WIDE.spell

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
) = arithmetic(np.uint64, 16)
