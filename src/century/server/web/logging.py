"""Structured logs, one JSON object a line; they never contain a token, a seed or a deck."""

from __future__ import annotations

import logging
import sys

import structlog

__all__ = ["log_to_stderr"]


def log_to_stderr(level: str = "info") -> None:
    """Configure structlog to write to the standard error."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
