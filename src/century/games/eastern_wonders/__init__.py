"""Century: Eastern Wonders."""

from collections.abc import Mapping

from century.core.engine import register
from century.core.kernel import State
from century.games.eastern_wonders import rules
from century.games.eastern_wonders.log_details import about, sheet
from century.games.eastern_wonders.map import STANDARD, Map
from century.games.eastern_wonders.state import PHASES, STATE
from century.games.eastern_wonders.text import parse, write
from century.games.eastern_wonders.tiles import PIECES, PLAYERS, RULES_VERSION
from century.games.eastern_wonders.view import face_down, hide_new, view
from century.games.eastern_wonders.why import why
from century.position import Game

register(STATE, __package__)


def blank(map: Map | str = STANDARD) -> State:  # noqa: A002
    """Return a state to deal on, with a map: an object, a drawing or a name."""
    return (map if isinstance(map, Map) else Map.read(map)).blank()


def options_of(state: State) -> Mapping[str, str]:
    """Find the map in a state."""
    return {"map": Map.on(state).to_text()}


def tokens_of(state: State) -> tuple[str, ...]:
    """Name the actions after the cells of the state's map."""
    chart = Map.on(state)
    return rules.ACTIONS if chart is STANDARD else rules.actions(chart.names)


GAME = Game(
    name="eastern-wonders",
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
    pieces=PIECES,
    options=("map",),
    options_of=options_of,
    tokens_of=tokens_of,
)
