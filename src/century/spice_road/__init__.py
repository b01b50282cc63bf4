"""Century: Spice Road."""

from century.engine import register
from century.position import Game
from century.spice_road import rules
from century.spice_road.cards import PLAYERS, RULES_VERSION
from century.spice_road.state import PHASES, STATE, blank
from century.spice_road.story import about, sheet
from century.spice_road.text import parse, write
from century.spice_road.view import face_down, veiled, view
from century.spice_road.why import why

register(STATE, __package__)

GAME = Game(
    name="spice-road",
    players=PLAYERS,
    actions=rules.ACTIONS,
    phases=PHASES,
    rules_version=RULES_VERSION,
    state=STATE,
    blank=blank,
    view=view,
    veiled=veiled,
    why=why,
    about=about,
    sheet=sheet,
    write=write,
    parse=parse,
    face_down=face_down,
)
