"""Century: Spice Road."""

from century.games.contract import GameSpec
from century.games.spice_road.actions import ACTIONS
from century.games.spice_road.cards import PIECES, PLAYERS, RULES_VERSION
from century.games.spice_road.log_details import log_details
from century.games.spice_road.score_sheet import score_sheet
from century.games.spice_road.state import FACTS, PHASES, STATE, blank
from century.games.spice_road.text import parse, write
from century.games.spice_road.validate import validate
from century.games.spice_road.view import face_down, hide_new, view
from century.games.spice_road.why import why

SPEC = GameSpec(
    name="spice-road",
    package=__name__,
    players=PLAYERS,
    actions=ACTIONS,
    phases=PHASES,
    rules_version=RULES_VERSION,
    state=STATE,
    facts=FACTS,
    blank=blank,
    view=view,
    hide_new=hide_new,
    why=why,
    log_details=log_details,
    score_sheet=score_sheet,
    write=write,
    parse=parse,
    validate=validate,
    face_down=face_down,
    pieces=PIECES,
    order=1,
)
