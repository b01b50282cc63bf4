"""Requests made up from the OpenAPI description get nothing but clear answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st

from century.server.app import make_app
from century.server.settings import Settings
from tests.server.house import House, Player, house

SCHEMA = schemathesis.openapi.from_dict(make_app(Settings("unused")).openapi())
OPERATIONS: list[Any] = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]
Pair = tuple[House, Player, Player]


@pytest.fixture(scope="module", params=["spice-road", "eastern-wonders"])
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    with house() as here:
        host, guest = here.pair(game=request.param)
        yield here, host, guest


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: f"{o.method} {o.path}")
def test_made_up_requests_get_clear_answers(pair: Pair, operation: Any) -> None:
    here, host, guest = pair
    before = host.state()
    tokens = st.sampled_from([None, "f" * 32, guest.token])

    @settings(max_examples=15)
    @given(operation.as_strategy(), st.booleans(), tokens)
    def send(case: Any, at_the_table: bool, token: str | None) -> None:
        if at_the_table and "table" in case.path_parameters:
            case.path_parameters["table"] = host.table
        sent = case.as_transport_kwargs(base_url="http://testserver")
        wanted = {key: sent.get(key) for key in ("params", "json", "data", "files")}
        wanted = {key: value for key, value in wanted.items() if value is not None}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = here.ask(sent["method"], sent["url"], headers=headers, **wanted)
        assert answer.status_code < 500 or answer.status_code == 503
        if answer.is_error:
            assert set(answer.json()) >= {"code", "message"}

    send()
    after = host.state()
    assert (after["view"], after["decisions"]) == (before["view"], 0)
