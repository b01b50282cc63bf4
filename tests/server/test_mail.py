"""E-mail by SMTP: encryption, login, and what counts as sent."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from century.server.notifications.mail import Mail, NotSent, send
from century.server.settings import Smtp
from tests.server.mailbox import Mailbox, mailbox

MAIL = Mail("ada@example.org", "手番です", "Grüße\n", "https://tables.example/api/unsubscribe/1")


def certificate(folder: Path) -> tuple[ssl.SSLContext, str]:
    """Return a self-signed certificate for 127.0.0.1, and the path of its file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "certificate.pem", folder / "key.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, str(public)


def check_password(_server: Any, _session: Any, _envelope: Any, _mechanism: Any, data: Any) -> Any:
    given = isinstance(data, LoginPassword) and (data.login, data.password)
    # Not `handled`: the mail server answers at once, also to a wrong password.
    return AuthResult(success=given == (b"tables", b"secret"), handled=False)


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[Mailbox]:
    """Run a mail server that needs encryption and a password."""
    context, path = certificate(tmp_path)
    options = {"tls_context": context, "require_starttls": True, "auth_required": True}
    with mailbox(**options, authenticator=check_password) as box:
        login: dict[str, Any] = {
            "user": "tables",
            "password": "secret",
            "starttls": True,
            "ca_file": path,
        }
        box.smtp = replace(box.smtp, **login)
        yield box


def test_a_mail_is_sent_encrypted_after_a_login(secure: Mailbox) -> None:
    send(secure.smtp, MAIL)
    [mail] = secure.mails
    assert (mail["to"], mail["subject"]) == (MAIL.to, MAIL.subject)
    assert mail.get_content().strip() == "Grüße"
    assert mail["auto-submitted"] == "auto-generated"
    assert mail["message-id"].endswith("@example.org>")


@pytest.mark.parametrize(
    "change", [{"password": "wrong"}, {"user": None}, {"ca_file": None}, {"starttls": False}]
)
def test_nothing_is_sent_without_login_or_encryption(
    secure: Mailbox, change: dict[str, Any]
) -> None:
    with pytest.raises(NotSent) as caught:
        send(replace(secure.smtp, **change), MAIL)
    assert "secret" not in str(caught.value)
    assert secure.mails == []


def test_a_mail_server_that_is_not_there_means_later() -> None:
    with mailbox() as box:
        closed = box.smtp
    with pytest.raises(NotSent) as caught:
        send(closed, MAIL)
    assert not caught.value.final


@pytest.mark.parametrize(("answer", "final"), [("451 later", False), ("554 never", True)])
def test_the_answer_of_the_mail_server_decides_whether_to_try_again(
    answer: str, final: bool
) -> None:
    with mailbox() as box:
        box.answer = answer
        with pytest.raises(NotSent) as caught:
            send(box.smtp, MAIL)
        assert caught.value.final == final


def test_a_lost_connection_after_the_message_counts_as_sent() -> None:
    """Nobody gets a message twice."""
    with mailbox() as box:
        box.answer = "421 closing"
        with pytest.raises(NotSent):
            send(box.smtp, MAIL)
        box.disconnect = True
        send(box.smtp, MAIL)


def test_the_password_is_not_shown() -> None:
    assert "secret" not in repr(Smtp("localhost", "a@b", password="secret"))


def test_the_address_to_unsubscribe_is_in_one_line() -> None:
    address = f"https://tables.example.org/api/unsubscribe/{'0123456789abcdef' * 4}"
    with mailbox() as box:
        send(box.smtp, replace(MAIL, unsubscribe=address))
        [raw] = box.raw
    assert f"\r\nList-Unsubscribe: <{address}>\r\n".encode() in raw
