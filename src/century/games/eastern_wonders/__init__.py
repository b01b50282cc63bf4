"""Century: Eastern Wonders."""

from collections.abc import Mapping
from pathlib import Path

from century.core.reading import Draft, Reading
from century.errors import BadOption
from century.games.contract import GameSpec, Option
from century.games.eastern_wonders.actions import ACTIONS, actions
from century.games.eastern_wonders.log_details import log_details
from century.games.eastern_wonders.map import STANDARD, Map
from century.games.eastern_wonders.score_sheet import score_sheet
from century.games.eastern_wonders.state import FACTS, PHASES, STATE
from century.games.eastern_wonders.text import parse, write
from century.games.eastern_wonders.tiles import PIECES, PLAYERS, RULES_VERSION
from century.games.eastern_wonders.validate import validate
from century.games.eastern_wonders.view import face_down, hide_new, view
from century.games.eastern_wonders.why import why

MAX_MAP_BYTES = 100_000  # of a file; a map has some hundreds


def blank(map: object = STANDARD) -> Draft:  # noqa: A002
    """Return a state to deal on, with a map: an object, a drawing or a name."""
    if isinstance(map, str):
        map = Map.read(map)  # noqa: A001
    if not isinstance(map, Map):
        kind = type(map).__name__
        raise BadOption(f"map is a century.Map, a drawing or 'standard', not of type {kind}")
    return map.blank()


def read_map(given: str) -> str:
    """Return a map's text: the contents of a file, unless a map itself or its name was given."""
    if given == STANDARD.to_text() or set(given) <= set("MPS./ \n"):
        return given
    with Path(given).open("rb") as file:  # reads a limited part: a device may have no end
        content = file.read(MAX_MAP_BYTES + 1)
    if len(content) > MAX_MAP_BYTES:
        raise BadOption(f"{given}: larger than {MAX_MAP_BYTES:,} bytes; this is no map")
    return content.decode()


def options_of(s: Reading) -> Mapping[str, str]:
    """Find the map in a state."""
    return {"map": Map.on(s).to_text()}


def tokens_of(s: Reading) -> tuple[str, ...]:
    """Name the actions after the cells of the state's map."""
    chart = Map.on(s)
    return ACTIONS if chart is STANDARD else actions(chart.names)


SPEC = GameSpec(
    name="eastern-wonders",
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
    options=(Option("map", help="A map's name, text or file.", flag="-m", read=read_map),),
    options_of=options_of,
    tokens_of=tokens_of,
    joined="anchor",
    order=2,
)
