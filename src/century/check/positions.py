"""Checks of single positions: refusals, texts, records, views and score sheets."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from century.check.fields import not_json
from century.check.report import Fault, Skipped
from century.check.subject import FAULTS, Moment, Subject
from century.core.cubes import COLOURS
from century.core.reasons import Reason
from century.core.view import keep_board
from century.core.words import Words, languages
from century.errors import CenturyError, IllegalMove
from century.games import describe
from century.games.faults import readable_words
from century.position import Position, read_position
from century.record import Record, read_record

__all__ = ["check_records", "check_refusals", "check_score_sheets", "check_texts", "check_views"]

Seen = tuple[str, str]  # a fault, and an example that differs from position to position
VIEW_FIELDS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "players": int,
    "seat": int,
    "round": int,
    "phase": str,
    "ending": bool,
    "over": bool,
    "scores": (list, type(None)),
    "seats": list,
}
SEAT_FIELDS: dict[str, type | tuple[type, ...]] = {
    "points": (int, type(None)),
}
OPTIONAL_SEAT_FIELDS: dict[str, type | tuple[type, ...]] = {"cubes": str, "claimed": int}


# Refusals


def check_refusals(subject: Subject) -> Iterator[Fault]:
    """Check that every illegal action is refused with a reason, in every language."""
    subject.require_words()
    rules = subject.game.words().rules
    for moment in subject.sample:
        pos, before = moment.position, bytes(moment.position)
        legal = set(pos.actions())
        for action in set(range(len(pos.game.actions))) - legal:
            yield from map(moment.fault, _refusal_faults(pos, action, rules))
        if bytes(pos) != before:
            yield moment.fault("a refused action changes the position")
        for language in languages():
            yield from map(moment.fault, _reason_faults(pos, language))


def _refusal_faults(pos: Position, action: int, rules: dict[str, str]) -> Iterator[str]:
    verb = pos.tokens[action].partition(" ")[0]
    try:
        reason: Any = pos.game.spec.why(pos.reading, action)
        if not isinstance(reason, Reason):
            yield f"why returns a Reason, not {reason!r:.60}, for {verb!r}"
            return
        if reason.rule not in rules:
            yield f"why: {reason.rule!r}, given for {verb!r}, is not the id of a rule"
        if list(_sentence_faults(reason, pos.game.words())):
            return  # reported for each language
        pos.apply(action)
    except IllegalMove:
        return
    except Exception as error:  # the game's own code may raise anything
        yield f"why: {verb!r} cannot be refused: {describe(error)}"
    else:
        yield f"the illegal action {verb!r} is carried out"


def _reason_faults(pos: Position, language: str) -> Iterator[str]:
    words, legal = pos.game.words(language), set(pos.actions())
    for action in set(range(len(pos.game.actions))) - legal:
        try:
            reason = pos.game.spec.why(pos.reading, action)
        except Exception:  # reported with the refusal
            continue
        if isinstance(reason, Reason):
            yield from _sentence_faults(reason, words)


def _sentence_faults(reason: Reason, words: Words) -> Iterator[str]:
    where = f"words/{words.language}.toml: why"
    if reason.name not in words.reasons:
        yield f"{where} has no {reason.name!r}"
        return
    try:
        sentences = reason.in_words(words), reason.on_the_page(words)
    except KeyError as error:
        yield f"{where}.{reason.name} needs {error}, which the Reason does not have"
        return
    except Exception as error:  # such as a brace that is not closed
        yield f"{where}.{reason.name} cannot be written: {describe(error)}"
        return
    for sentence in sentences:
        if not sentence.strip() or "{" in sentence:
            yield f"{where}.{reason.name} becomes {sentence!r}"


# Texts and records


def check_texts(subject: Subject) -> Iterator[Fault]:
    """Check that positions are read back from their texts, and that bad texts are refused."""
    if subject.game.spec.write is None:
        subject.defaults.append("the spec has no write and parse: a text lists the state's fields")
    for moment in subject.sample:
        pos = moment.position
        yield from map(moment.fault, text_faults(pos))
        if pickle.loads(pickle.dumps(pos)) != pos:
            yield moment.fault("a position is not the same after pickling")
    for moment in subject.sample[:: max(1, len(subject.sample) // 8)]:
        yield from map(moment.fault, _bad_text_faults(moment.position))


def text_faults(pos: Position) -> Iterator[str]:
    """Return what is wrong with a position's text."""
    text = pos.to_text()
    if not isinstance(text, str) or len(text.splitlines()) != 1:
        yield f"to_text is one line of text, not {text!r:.80}"
        return
    if text.partition("/")[0] != pos.game.name:
        yield f"to_text begins with the game's name and a slash, not with {text!r:.40}"
        return
    try:
        found = read_position(text)
    except Exception as error:  # the game's own code may raise anything
        yield f"a position's text cannot be read: {describe(error)}"
        return
    if found != pos:
        yield f"a position's text is read as another position{_difference(pos, found)}"


def _difference(pos: Position, found: Position) -> str:
    names = pos.game.spec.state.names
    fields = [n for n in names if getattr(pos.reading, n) != getattr(found.reading, n)]
    return f": {', '.join(fields)} differ" if fields else ": bytes between the fields differ"


def _bad_text_faults(pos: Position) -> Iterator[str]:
    """Damage a text in many ways: it must be refused by a CenturyError, or read as it stands."""
    header, *parts = pos.to_text().split(" ")
    damaged = [header, f"{header} ", f"{header}x"]
    for i, part in enumerate(parts):
        key, equals, value = part.partition("=")
        others = ("", "-", "x", "-1", "99999999999", value[:-1], value + value, value + "/" + value)
        damaged += [" ".join([header, *parts[:i], *parts[i + 1 :]])]
        damaged += [
            " ".join([header, *parts[:i], f"{key}{equals}{other}", *parts[i + 1 :]])
            for other in others
        ]
    for text in damaged:
        try:
            found = pos.game.read(text)
            found.view(None)
            found.scores()
        except CenturyError:
            continue
        except Exception as error:  # the game's own code may raise anything
            yield f"a bad text is not refused by BadPosition: {describe(error)}, for {text!r:.200}"


def check_records(subject: Subject) -> Iterator[Fault]:
    """Check that whole games are read back from their records."""
    if not subject.games:
        raise Skipped(FAULTS)
    for played in subject.games:
        start, where = played.start, f"{played.start.players} players"
        names = tuple(f"Player {seat}" for seat in range(start.players))
        half = len(played.tokens) // 2
        middle = Record(start, played.tokens[:half]).end
        for record in (
            Record(start, played.tokens, names, played.seed),
            Record(middle, played.tokens[half:]),
        ):
            try:
                if read_record(record.to_text()) != record:
                    yield Fault("a record is read as another game", where)
            except CenturyError as error:
                yield Fault(f"a record cannot be read: {error}", where)


# Views


def check_views(subject: Subject) -> Iterator[Fault]:
    """Check that views are JSON-able and have the fields that all games have."""
    game = subject.game
    if game.spec.hide_new is keep_board:
        subject.defaults.append("the spec has no hide_new: a preview shows the earlier board")
    for moment in subject.sample:
        pos = moment.position
        for seat in (None, *range(pos.players)):
            for text, example in _view_faults(subject, pos, seat, pos.view(seat)):
                yield moment.fault(text, example)
        face_down = pos.face_down
        if type(face_down) is not int or face_down < 0:
            yield moment.fault(f"face_down is a whole number from 0, not {face_down!r}")
        yield from _detail_faults(moment)


def _detail_faults(moment: Moment) -> Iterator[Fault]:
    pos = moment.position
    for token in pos.legal():
        details = pos.log_details(token)
        if not isinstance(details, dict) or not_json(details):
            text = f"the log details of {token!r} are not a JSON object"
            yield moment.fault(text, f"{details!r:.80}")
        after, before = pos.act(token), pos.view(pos.seat)
        if not_json(before) or not_json(after.view(pos.seat)):
            continue  # reported with the views
        hidden = after.hide_new(after.view(pos.seat), before)
        if not isinstance(hidden, dict) or not_json(hidden) or set(hidden) != set(before):
            yield moment.fault("hide_new does not return a view with all its fields")
        reveals_nothing = after.face_down == pos.face_down
        own = pos.game.spec.hide_new is not keep_board  # the default is only called after a reveal
        if own and reveals_nothing and hidden != after.view(pos.seat):
            yield moment.fault(f"hide_new hides something although {token!r} reveals nothing")


def _view_faults(subject: Subject, pos: Position, seat: int | None, view: Any) -> Iterator[Seen]:
    who = "a spectator's view" if seat is None else "a seat's view"
    if not isinstance(view, dict):
        yield f"{who} is a dict, not {view!r:.60}", ""
        return
    if wrong := not_json(view):
        subject.has_views = False
        yield f"{who} is not JSON: {wrong}", ""
        return
    expected = {
        "game": pos.game.name,
        "players": pos.players,
        "seat": pos.seat,
        "round": pos.turn[0],
        "phase": pos.phase,
        "over": pos.over,
        "scores": pos.scores() if pos.over else None,
    }
    for name, kind in VIEW_FIELDS.items():
        if name not in view:
            yield f"{who} has no field {name!r}", ""
        elif not isinstance(view[name], kind):
            yield f"{who}: {name} has the wrong type", f"{view[name]!r:.60}"
        elif name in expected and view[name] != expected[name]:
            yield f"{who}: {name} is wrong", f"{view[name]!r:.60}, not {expected[name]!r:.60}"
    seats = view.get("seats")
    if not isinstance(seats, list) or len(seats) != pos.players:
        yield f"{who}: seats is not a list with an entry for each player", ""
        return
    for number, shown in enumerate(seats):
        for fault, example in _seat_faults(shown, own=number == seat):
            yield f"{who}: {fault}", example


def _seat_faults(shown: Any, own: bool) -> Iterator[Seen]:
    if not isinstance(shown, dict):
        yield "an entry of seats is not a dict", f"{shown!r:.60}"
        return
    for name in SEAT_FIELDS.keys() - shown:
        yield f"an entry of seats has no field {name!r}", ""
    for name, kind in (SEAT_FIELDS | OPTIONAL_SEAT_FIELDS).items():
        if name in shown and not isinstance(shown[name], kind):
            yield f"{name} of a seat has the wrong type", f"{shown[name]!r:.60}"
    cubes = shown.get("cubes", "")
    if isinstance(cubes, str) and cubes != "".join(c * cubes.count(c) for c in COLOURS):
        yield f"cubes of a seat are not sorted letters of {COLOURS}", repr(cubes)
    if own and shown.get("points") is None:
        yield "a seat does not see its own points", ""


def check_score_sheets(subject: Subject) -> Iterator[Fault]:
    """Check that score sheets add up to the scores, and that the page has words for them."""
    if subject.game.spec.score_sheet is None:
        subject.defaults.append("the spec has no score_sheet: results show the points alone")
    if subject.has_words and files(subject.package).joinpath("page").is_dir():
        kinds = subject.sample[0].position.score_sheets()[0]
        for language, words in readable_words(subject.package).items():
            found = words.page.get("sheet", {})
            where = f"words/{language}.toml: page.sheet"
            yield from (Fault(f"{where} has no {kind!r}") for kind in kinds if kind not in found)
    for moment in subject.sample:
        sheets, scores = moment.position.score_sheets(), moment.position.scores()
        if len({tuple(sheet) for sheet in sheets}) != 1:
            yield moment.fault("the score sheets of the seats have different kinds of points")
        for sheet, points in zip(sheets, scores, strict=True):
            if not all(type(part) is int for part in sheet.values()):
                yield moment.fault("a score sheet has more than whole numbers", repr(sheet))
            elif sum(sheet.values()) != points:
                example = f"{sum(sheet.values())} points, not {points}"
                yield moment.fault("a score sheet does not add up to the score", example)
