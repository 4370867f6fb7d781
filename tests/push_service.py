"""A push service of our own, and browsers that open what it carries as real ones do (RFC 8291, RFC 8292); a webhook."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def expanded(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    return hmac.digest(hmac.digest(salt, secret, "sha256"), about + b"\1", "sha256")[:length]


class Subscription:
    """What a browser makes when it is subscribed: a key pair and a secret that the push service never has."""

    def __init__(self, endpoint: str):
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.auth = secrets.token_bytes(16)

    @property
    def wish(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": text(self.public), "auth": text(self.auth)}

    def opened(self, body: bytes) -> bytes:
        """RFC 8188 and 8291, from the receiving side."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = expanded(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = expanded(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expanded(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\2"), "the last record ends with a two"
        return padded[:-1]


def known_by(authorization: str, origin: str, now: float) -> tuple[str, dict]:
    """RFC 8292: the key by which a request is signed, and what it claims; as a push service checks it."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, mark = parts["t"].split(".")
    signature = raw(mark)
    r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    told = json.loads(raw(claims))
    assert (scheme, json.loads(raw(head))) == ("vapid", {"typ": "JWT", "alg": "ES256"})
    assert told["aud"] == origin
    assert now < told["exp"] <= now + 86_400
    return parts["k"], told


class Post:
    """Something that was posted to the service."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes):
        self.path, self.headers, self.body = path, headers, body


class Service:
    """Takes what is posted, and answers as it is told to."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.answer: Callable[[Post], tuple[int, dict[str, str]]] = lambda post: (201, {})
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", 0))
                post = Post(self.path, {k.lower(): v for k, v in self.headers.items()}, self.rfile.read(length))
                service.posts.append(post)
                status, headers = service.answer(post)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def subscription(self) -> Subscription:
        return Subscription(f"{self.origin}/push/{secrets.token_hex(8)}")

    def at(self, address: str) -> list[Post]:
        return [post for post in self.posts if self.origin + post.path == address]

    async def until(self, count: int, address: str = "", seconds: float = 20.0) -> list[Post]:
        """What has been posted (to an address), as soon as there is so much."""
        async with asyncio.timeout(seconds):
            while len(found := self.at(address) if address else self.posts) < count:
                await asyncio.sleep(0.02)
        return list(found)
