"""Checks of real responses against the OpenAPI description of the server."""

from __future__ import annotations

from typing import Any

import schemathesis
from httpx import Response

from century.server.settings import Settings
from century.server.web.app import make_app

SCHEMA = schemathesis.openapi.from_dict(make_app(Settings("unused")).openapi())
OPERATIONS: list[Any] = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]
BY_NAME = {f"{operation.method.upper()} {operation.path}": operation for operation in OPERATIONS}


def check_response(operation: Any, response: Response) -> None:
    """Check status, content type and content of a response against the description."""
    described = operation.definition.raw["responses"]
    assert str(response.status_code) in described, response.text
    content = described[str(response.status_code)].get("content", {})
    assert response.headers.get("content-type", "").partition(";")[0] in (content or {""})
    operation.validate_response(response)


class ResponseChecker:
    """Checks responses, and collects the operations that answered successfully."""

    def __init__(self) -> None:
        self.successful: set[str] = set()

    def __call__(self, name: str, response: Response) -> Response:
        check_response(BY_NAME[name], response)
        if response.is_success:
            self.successful.add(name)
        return response
