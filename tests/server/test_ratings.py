"""Statistics and ratings: what counts, and that it counts once."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select

from century.server.log import schema
from century.server.log.ratings import LEVEL_MU, Ratings
from tests.server.in_process import (
    Data,
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
    play_to_the_end,
    wait_until,
)


@pytest.fixture
def server(server_on_each: InProcessServer) -> InProcessServer:
    """Run all tests of this file on both databases."""
    return server_on_each


def ask(player: Player, path: str, **query: Any) -> Any:
    answer = player.server.ask("GET", path, headers=player.headers, params=query)
    return expect_ok(answer)


def finish(server: InProcessServer, **options: Any) -> tuple[Player, Player]:
    """Play a whole game of two people; return the winner first."""
    host, guest = server.pair(**options)
    play_to_the_end({0: host, 1: guest})
    server.time.now += 1
    first = host.ask("result").json()["ranking"][0]
    return (host, guest) if first == 0 else (guest, host)


def set_players(server: InProcessServer, table: str, *players: dict[str, Any]) -> None:
    """Replace what the index says about the players of a table, from first to last place."""
    with server.service.store.transaction() as connection:
        connection.execute(schema.players.delete().where(schema.players.c.table_id == table))
        for rank, player in enumerate(players, start=1):
            row = {"person_id": None, "level": None, "name": None, **player}
            row |= {"table_id": table, "seat": rank - 1, "rank": rank, "points": 50 - rank}
            connection.execute(schema.players.insert(), row)


def person_of(player: Player) -> str:
    return str(ask(player, "/api/me")["person"])


def rate(server: InProcessServer) -> Ratings:
    ratings = Ratings(server.service.store)
    while ratings.update():
        pass
    return ratings


# Statistics


def test_statistics_count_games_wins_points_and_rounds(server: InProcessServer) -> None:
    winner, loser = finish(server)
    won, lost = (ask(player, "/api/me/statistics") for player in (winner, loser))
    assert (won["total"]["games"], won["total"]["wins"]) == (1, 1)
    assert (lost["total"]["games"], lost["total"]["wins"]) == (1, 0)
    assert won["total"]["points"] >= lost["total"]["points"]
    assert won["total"]["rounds"] == lost["total"]["rounds"] > 10
    assert won["by_game"] == [{"game": "spice-road", **won["total"]}]
    assert won["by_players"] == [{"players": 2, **won["total"]}]
    assert won["by_opponents"] == [{"opponents": "people", **won["total"]}]
    month = datetime.fromtimestamp(server.service.time.now(), UTC).strftime("%Y-%m")
    assert won["months"] == [{"month": month, **won["total"]}]
    assert [(game["rank"], game["game"]) for game in won["recent"]] == [(1, "spice-road")]
    assert ask(winner, "/api/me/statistics", game="eastern-wonders")["total"]["games"] == 0


def test_statistics_by_level_and_number_of_players(server: InProcessServer) -> None:
    winner, _ = finish(server)
    me = {"person_id": person_of(winner)}
    set_players(server, winner.table, {"level": "hard"}, me, {"level": "hard"}, {"level": "easy"})
    found = ask(winner, "/api/me/statistics")
    line = {"games": 1, "wins": 0, "points": 48.0, "rounds": found["total"]["rounds"]}
    assert found["by_players"] == [{"players": 4, **line}]
    assert found["by_opponents"] == [{"opponents": level, **line} for level in ("easy", "hard")]


def test_games_at_one_screen_are_not_in_the_statistics(server: InProcessServer) -> None:
    seats = [{"kind": "me", "name": name} for name in ("Ada", "Bob")]
    host = server.create(seats=seats, start=True)
    play_to_the_end({0: host, 1: host})
    assert ask(host, "/api/me/statistics")["total"]["games"] == 0
    assert rate(server).of(person_of(host)) == []


# Ratings


def test_a_finished_game_counts_once(server: InProcessServer) -> None:
    winner, loser = finish(server)
    ratings = rate(server)
    [best], [other] = (ratings.of(person_of(player)) for player in (winner, loser))
    assert best.mu > 25 > other.mu
    assert best.games == other.games == 1
    assert ratings.update() == 0
    assert ratings.of(person_of(winner)) == [best]
    assert ask(winner, "/api/me/ratings")[0]["rating"] == round(best.mu - 3 * best.sigma, 2)


def test_a_running_server_rates_games_by_itself() -> None:
    with in_process_server(background_work=True) as server:
        winner, _ = finish(server)
        ratings = Ratings(server.service.store)
        wait_until(lambda: ratings.of(person_of(winner)))


def test_a_rebuild_gives_the_same_ratings(server: InProcessServer) -> None:
    for _ in range(2):
        finish(server)
    ratings = rate(server)
    read = select(schema.ratings).order_by(schema.ratings.c.player_key)
    database = server.service.store
    before = database.read(lambda connection: connection.execute(read).all())
    assert len(before) == 4
    assert ratings.rebuild() == 2
    assert database.read(lambda connection: connection.execute(read).all()) == before


def test_levels_move_slowly(server: InProcessServer) -> None:
    winner, _ = finish(server)
    me = {"person_id": person_of(winner)}
    set_players(server, winner.table, me, {"level": "expert"}, {"level": "expert"})
    ratings = rate(server)
    [mine] = ratings.of(me["person_id"])
    [expert] = ratings.of("level:expert")
    assert mine.mu > 26
    assert LEVEL_MU["expert"] - 1 < expert.mu < LEVEL_MU["expert"]
    assert (expert.sigma, expert.games) == (1.5, 1)


@pytest.mark.parametrize(
    "others",
    [
        [],  # nobody to compare with
        [{"person_id": "me"}],  # the same person twice
        [{}],  # somebody whom the server has forgotten
    ],
)
def test_games_that_say_nothing_about_strength_do_not_count(
    server: InProcessServer, others: list[Data]
) -> None:
    winner, _ = finish(server)
    me = person_of(winner)
    others = [{"person_id": me} if other else {} for other in others]
    set_players(server, winner.table, {"person_id": me}, *others)
    assert rate(server).of(me) == []


def test_games_between_bots_do_not_count(server: InProcessServer) -> None:
    winner, _ = finish(server)
    set_players(server, winner.table, {"level": "easy"}, {"level": "hard"})
    rate(server)
    count = select(func.count()).select_from(schema.ratings)
    assert server.service.store.read(lambda c: c.execute(count).scalar()) == 0


def test_a_game_with_a_stand_in_does_not_count(server: InProcessServer) -> None:
    host, guest = server.pair()
    expect_ok(guest.do("stand-in", seat=1, level="novice"))
    expect_ok(guest.do("return"))
    play_to_the_end({0: host, 1: guest})
    assert rate(server).of(person_of(host)) == []


def test_only_people_who_agree_are_listed(server: InProcessServer) -> None:
    winner, loser = finish(server)
    for player, name, public in ((winner, "Ada", True), (loser, "Bob", False)):
        body = {"name": name, "public": public}
        expect_ok(server.ask("PATCH", "/api/me", headers=player.headers, json=body))
    rate(server)
    listed = ask(winner, "/api/ratings", game="spice-road")["players"]
    assert [(one["name"], one["you"]) for one in listed] == [("Ada", True)]
    assert not expect_ok(server.ask("GET", "/api/ratings"))["players"][0]["you"]
    assert ask(winner, "/api/ratings", game="eastern-wonders")["players"] == []
    expect_error(server.ask("GET", "/api/ratings?game=chess"), 404, "unknown-game")


def test_forgotten_people_have_no_rating(server: InProcessServer) -> None:
    winner, _ = finish(server)
    ratings, person = rate(server), person_of(winner)
    assert ratings.of(person)
    assert server.ask("DELETE", "/api/me", headers=winner.headers).status_code == 204
    assert ratings.of(person) == []
