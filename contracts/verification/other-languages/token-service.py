"""The same token service in Python's standard library. The argument is a port (0 takes a free one); prints its URL."""

import base64
import hashlib
import json
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from os import environ

STATES = (
    "the token service is at work",
    "the access token is valid",
    "the access token is not valid",
    "the access token is valid but its owner may not see dashboards",
)
FORBIDDEN = environ.get("FORBIDDEN", "").split(",")
SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")


class Refused(Exception):
    """The access token must be refused."""


def asked(address, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as reply:
        return json.load(reply)


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def number(part):
    return int.from_bytes(decoded(part), "big")


def is_signed(key, signed, signature):
    """RSASSA-PKCS1-v1_5 of RFC 8017, written out to avoid dependencies. In production, use PyJWT."""
    n, size = number(key["n"]), len(decoded(key["n"]))
    if len(signature) != size or int.from_bytes(signature, "big") >= n:
        return False
    digest = SHA256 + hashlib.sha256(signed.encode()).digest()
    padded = b"\0\1" + b"\xff" * (size - 3 - len(digest)) + b"\0" + digest
    return pow(int.from_bytes(signature, "big"), number(key["e"]), n).to_bytes(size, "big") == padded


class Keys:
    """The issuer's keys, until when they are used, and when they may be requested again."""

    lock = threading.Lock()
    known, until, next = [], 0, 0


def key_of(kid):
    """
    The key of that `kid`, or None. Keys are used for five minutes. An unknown `kid` requests them again, at most once a minute, or ten
    seconds after a try that failed: anyone can send tokens.
    """
    key = cached_key(kid)
    if key is not None:
        return key
    with Keys.lock:
        now = time.monotonic()
        if now >= Keys.next:
            Keys.next = now + 10
            Keys.known = asked(environ["JWKS_URI"])["keys"]
            Keys.until, Keys.next = now + 300, now + 60
        if now >= Keys.until:
            raise OSError("The keys cannot be read.")
        return cached_key(kid)


def cached_key(kid):
    known = Keys.known if time.monotonic() < Keys.until else []
    return next((key for key in known if key.get("kid") == kid and key["kty"] == "RSA"), None)


def is_number(value):
    return isinstance(value, (int, float))


def person_of(authorization):
    """The user name in an access token. Raises Refused."""
    scheme, _, token = authorization.partition(" ")
    try:
        head, body, signature = token.split(".")
        header, claims, signature = json.loads(decoded(head)), json.loads(decoded(body)), decoded(signature)
    except ValueError:
        raise Refused from None
    if not isinstance(header, dict) or not isinstance(claims, dict):
        raise Refused
    if scheme != "Bearer" or header.get("alg") != "RS256":
        raise Refused
    key = key_of(header.get("kid"))
    if key is None or not is_signed(key, f"{head}.{body}", signature):
        raise Refused
    audiences = claims["aud"] if isinstance(claims.get("aud"), list) else [claims.get("aud")]
    if claims.get("iss") != environ["ISSUER"] or environ["AUDIENCE"] not in audiences:
        raise Refused
    until, since = claims.get("exp"), claims.get("nbf") or 0
    if not is_number(until) or not is_number(since) or not since <= time.time() < until:
        raise Refused
    # Anyone can claim an address that nobody verified.
    is_verified = claims.get("email_verified") in (None, True)
    name = (is_verified and claims.get("email")) or claims.get("sub")
    if not isinstance(name, str) or name == "":
        raise Refused
    return name


def bi_token(username):
    body = {"username": username, "secret_key": environ["BI_SECRET_KEY"], "validity_time_in_sec": 1800}
    reply = asked(environ["BI_HOST"] + "/api/rest/2.0/auth/token/full", body)
    if not isinstance(reply, dict) or not isinstance(reply.get("token"), str) or reply["token"] == "":
        raise ValueError("The BI host gave no token.")
    return reply["token"]


class Provider(BaseHTTPRequestHandler):
    """
    Speaks HTTP/1.0, the default, so that each connection ends with its answer: on a connection that a proxy keeps, a body that
    nothing here reads would be the next request, and its answer would go to somebody else.
    """

    def do_OPTIONS(self):
        self.answer(204)

    def do_POST(self):
        # The only body that is read, and only a short one.
        length = int(self.headers.get("Content-Length", 0))
        if self.path != "/_pact/state" or not 0 < length <= 10_000:
            return self.answer(404)
        self.answer(200 if json.loads(self.rfile.read(length))["state"] in STATES else 404)

    def do_GET(self):
        try:
            if self.path == "/health":
                self.answer(204)
            elif self.path == "/api/token":
                self.answer(200, bi_token(environ["VISITOR"]))
            elif self.path == "/api/token-authenticated":
                username = person_of(self.headers.get("Authorization", ""))
                if username in FORBIDDEN:
                    self.answer(403)
                else:
                    self.answer(200, bi_token(username))
            else:
                self.answer(404)
        except Refused:
            self.answer(401)
        # The identity provider or the BI host does not answer, or its response is not the expected JSON.
        except (OSError, ValueError, KeyError, TypeError) as error:
            print(error, file=sys.stderr)
            self.answer(503)

    def log_message(self, *_):
        pass

    def answer(self, status, body=""):
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", environ["PORTAL"])
        self.send_header("Access-Control-Allow-Headers", "authorization")
        self.send_header("Access-Control-Expose-Headers", "date")
        self.send_header("Cache-Control", "no-store")
        if status != 204:
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Provider)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
