"""The edge of the server: HTTP routes, WebSockets, middleware, requests and responses."""
