"""Request models of people: what they change about themselves, their devices and notifications."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from century.core.words import ENGLISH
from century.server.web.requests import Name, RequestModel

__all__ = ["AddMail", "AddPush", "ChangeMe", "UseDeviceCode"]

Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z-]{2,8}$")]
# Addresses that need no quoting; mail servers judge the rest.
MailAddress = Annotated[
    str,
    StringConstraints(
        max_length=254,
        pattern=r"^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$",
    ),
]


class AddMail(RequestModel):
    """An e-mail address for notifications."""

    address: MailAddress
    language: Language = Field(ENGLISH, description="of the e-mails")


class PushKeys(RequestModel):
    """The keys with which messages to a browser are encrypted."""

    p256dh: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{80,100}=*$")]
    auth: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,40}=*$")]


class PushSubscription(RequestModel):
    """The subscription of a browser, as `PushSubscription.toJSON()` returns it."""

    endpoint: Annotated[str, StringConstraints(max_length=1000)]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815  the name is the browser's


class AddPush(RequestModel):
    """A browser for notifications."""

    subscription: PushSubscription
    language: Language = Field(ENGLISH, description="of the messages")


class ChangeMe(RequestModel):
    """What a person changes about themselves; absent fields stay."""

    name: Name | None = Field(None, description="for new tables")
    public: bool = Field(False, description="whether the name is on the public list of ratings")


class UseDeviceCode(RequestModel):
    """The code that another device of a person shows."""

    code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,20}$")]
    replace: bool = Field(False, description="also if this device's person has games")
