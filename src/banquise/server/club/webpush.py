"""Web Push: what a push service is handed for a browser, and how it knows whom it comes from.

A message is sealed for the browser alone (RFC 8291, in the coding of RFC 8188): the push service carries it and cannot
read it, and all are of one length. Each request is signed with the key of this house (VAPID, RFC 8292), of which a
browser was told when it let itself be told things.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes of one record; a message is one
LENGTH = 1024  # bytes of every message before it is sealed: its length tells nobody anything
TOKEN_SECONDS = 12 * 3600  # that a signature holds; push services take a day at most


class BadKey(ValueError):
    """What is no key of a browser; says what would be right."""


class Sealing(NamedTuple):
    """What is drawn anew for each message: a key pair and a salt."""

    private: ec.EllipticCurvePrivateKey
    salt: bytes

    @classmethod
    def fresh(cls) -> Sealing:
        """As nobody can foretell."""
        return cls(ec.generate_private_key(CURVE), secrets.token_bytes(16))


def base64url(raw: bytes) -> str:
    """As the web writes bytes, without padding."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    """The bytes of such a text; ValueError where it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def browsers_key(text: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key; BadKey where it is none."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(text))
    except ValueError:
        raise BadKey(f"{text[:20]!r} is no public key of a browser: give p256dh as it was made") from None


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    """HKDF with SHA-256 (RFC 5869), for up to 32 bytes."""
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, about + b"\1", "sha256")[:length]


def sealed(message: bytes, key: str, auth: str, sealing: Sealing | None = None, length: int = LENGTH) -> bytes:
    """A message that only the browser can open which has the key and the secret ``auth``."""
    private, salt = sealing or Sealing.fresh()
    browser, ours = browsers_key(key), _point(private.public_key())
    about = b"WebPush: info\0" + _point(browser) + ours
    shared = _derived(from_base64url(auth), private.exchange(ec.ECDH(), browser), about, 32)
    content = AESGCM(_derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    padded = message + b"\2" + bytes(max(0, length - len(message) - 1))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + content.encrypt(nonce, padded, None)


class PushKey:
    """The key by which push services know this house."""

    def __init__(self, raw: bytes):
        self._private = ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)
        self.public = base64url(_point(self._private.public_key()))
        self._tokens: dict[tuple[str, str], tuple[int, str]] = {}  # signing takes longer than sealing

    @staticmethod
    def fresh() -> bytes:
        """A new one, as it is kept."""
        return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")

    def headers(self, address: str, contact: str, topic: str, seconds: int, now: int) -> dict[str, str]:
        """What goes with a message: of one ``topic`` a browser that was away is told the last only."""
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        return {
            "authorization": f"vapid t={self._token(origin, contact, now)}, k={self.public}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(seconds),
            "topic": base64url(hashlib.sha256(topic.encode()).digest())[:32],
            "urgency": "normal",
        }

    def _token(self, origin: str, contact: str, now: int) -> str:
        until, token = self._tokens.get((origin, contact), (0, ""))
        if until - now < TOKEN_SECONDS // 2:
            if len(self._tokens) > 1_000:
                self._tokens.clear()
            until = now + TOKEN_SECONDS
            claims: dict[str, str | int] = {"aud": origin, "exp": until}
            token = self._signed(claims | ({"sub": contact} if contact else {}))
            self._tokens[origin, contact] = until, token
        return token

    def _signed(self, claims: dict[str, str | int]) -> str:
        """A JSON Web Token (RFC 7519) with ES256."""
        parts = [base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        text = ".".join(parts)
        r, s = decode_dss_signature(self._private.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
