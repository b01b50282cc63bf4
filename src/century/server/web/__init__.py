"""The edge of the server: HTTP routes, WebSockets, middleware, requests and responses."""

from century.extras import require

require("server", "fastapi", "orjson", "pydantic", "segno", "sqlalchemy", "starlette", "structlog")
