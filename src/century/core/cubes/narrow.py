"""Handfuls in 32 bits: fewer than 128 cubes of a colour.

>>> spell(pack("GYY"))
'YYG'
"""

import numpy as np

from century.core.cubes.lanes import arithmetic

(
    pack,
    spell,
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
