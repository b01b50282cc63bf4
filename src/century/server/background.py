"""Background work: it is repeated until the server closes, and failures are retried."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from century.extras import provided_by
from century.server.log.old_games import add_results
from century.server.log.ratings import Ratings
from century.server.notifications.notifier import Notifier
from century.server.service import TableService

with provided_by("server"):
    import structlog
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["clean_limits", "notify_people", "rate_games"]

RATING_SECONDS = 2.0  # between two looks at what has finished
OVERLAP_SECONDS = 86_400.0  # a look after the first one goes back as far as this

NOTIFICATION_SECONDS = 5.0  # between two looks at the outbox
CLEANING_SECONDS = 86_400.0

_log = structlog.get_logger("century.background")


async def repeat(name: str, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
    """Do some work again and again; after an error, later."""
    while True:
        try:
            await work()
        except SQLAlchemyError as error:
            _log.warning("background work failed", work=name, kind=type(error).__name__)
        except Exception as error:  # one game or person must not end the work for all others
            _log.error("background work failed", work=name, kind=type(error).__name__)
        await asyncio.sleep(seconds)


async def rate_games(service: TableService) -> None:
    """Keep the ratings up to date."""
    ratings, since, last = Ratings(service.store), 0.0, ""  # the last old game with a result

    async def update() -> None:
        nonlocal since, last
        if since == 0.0:
            while (added := await asyncio.to_thread(add_results, service.store, last)) is not None:
                last = added
        while await asyncio.to_thread(ratings.update, since):
            pass
        since = service.time.now() - OVERLAP_SECONDS

    await repeat("ratings", RATING_SECONDS, update)


async def clean_limits(service: TableService) -> None:
    """Forget the limits of addresses and people who have not come back."""

    async def clean() -> None:
        await asyncio.to_thread(service.coordination.clean_buckets, service.time.now())

    await repeat("limits", CLEANING_SECONDS, clean)


async def notify_people(notifier: Notifier) -> None:
    """Send notifications, and remove old ones."""
    await asyncio.gather(
        repeat("notifications", NOTIFICATION_SECONDS, notifier.round),
        repeat("outbox", CLEANING_SECONDS, notifier.clean),
    )
