"""Century: Spice Road."""

from century.core.engine import register
from century.games.spice_road import rules
from century.games.spice_road.cards import PLAYERS, RULES_VERSION
from century.games.spice_road.log_details import about, sheet
from century.games.spice_road.state import PHASES, STATE, blank
from century.games.spice_road.text import parse, write
from century.games.spice_road.view import face_down, hide_new, view
from century.games.spice_road.why import why
from century.position import Game

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
    hide_new=hide_new,
    why=why,
    about=about,
    sheet=sheet,
    write=write,
    parse=parse,
    face_down=face_down,
)
