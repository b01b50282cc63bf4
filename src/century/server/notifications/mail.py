"""E-mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

from century.server.settings import Smtp

__all__ = ["Mail", "NotSent", "send"]

# A folded header is written as encoded words, in which no mail program finds the address of
# List-Unsubscribe. The limit is that of a line in SMTP.
POLICY = SMTP.clone(max_line_length=998)
SECONDS = 20.0  # for each step of the dialogue with the mail server


class NotSent(Exception):
    """A message was certainly not sent, and may be sent later unless `final`."""

    def __init__(self, reason: str, final: bool = False) -> None:
        super().__init__(reason)
        self.final = final


@dataclass(frozen=True)
class Mail:
    """A message to one person."""

    to: str
    subject: str
    text: str
    unsubscribe: str | None = None  # a URL that accepts a POST without a cookie


def send(smtp: Smtp, mail: Mail) -> None:
    """Send a message, or raise NotSent. If the outcome is unknown, it counts as sent."""
    try:
        connection = _connect(smtp)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"the mail server is not available: {type(error).__name__}") from None
    try:
        connection.send_message(_message(smtp, mail))
    except smtplib.SMTPServerDisconnected:
        return  # perhaps it was sent; nobody should get it twice
    except smtplib.SMTPRecipientsRefused as error:
        [(code, _)] = error.recipients.values()
        raise NotSent(f"the address was refused with {code}", final=code >= 500) from None
    except smtplib.SMTPResponseException as error:
        refused = f"the message was refused with {error.smtp_code}"
        raise NotSent(refused, final=error.smtp_code >= 500) from None
    except (OSError, smtplib.SMTPException):
        return  # as above
    finally:
        connection.close()


def _connect(smtp: Smtp) -> smtplib.SMTP:
    connection = smtplib.SMTP(smtp.host, smtp.port, timeout=SECONDS)
    try:
        if smtp.starttls:
            connection.starttls(context=ssl.create_default_context(cafile=smtp.ca_file))
        if smtp.user is not None:
            connection.login(smtp.user, smtp.password)
    except BaseException:
        connection.close()
        raise
    return connection


def _message(smtp: Smtp, mail: Mail) -> EmailMessage:
    message = EmailMessage(POLICY)
    message["From"] = smtp.sender
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=smtp.sender.rpartition("@")[2].rstrip(">"))
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    return message
