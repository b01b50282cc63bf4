"""The table server: people and bots play over HTTP and WebSocket, and every move is saved.

This module imports nothing, so that clients can import `century.server.errors` without FastAPI or
SQLAlchemy. Modules that need a package of the extra `server` raise MissingExtra without it. Imports
inside the server point one way: web -> service -> bots and log -> table.
"""
