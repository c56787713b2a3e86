"""A token service, saved dashboards and flags, written from the pact files and contracts/README.md alone. Python's standard
library only; nothing of the portal is imported. Start it with a port (0 takes a free one); it prints its address. The token
it accepts is in TOKEN."""

import json
import os
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOKEN = os.environ.get("TOKEN", "a-real-access-token")
METADATA = "/callosum/v1/tspublic/v1/metadata"
PAGE = ("text/html", "<!doctype html><title>Sign in</title><p>Please sign in.</p>")
FLAGS = (
    "miu-app-enabled",
    "miu-query-params-bypass",
    "new-feature",
    "UI-403",
    "miu-chart-interactions-enabled",
    "miu-deep-research-enabled",
)
TAG = '"flags-7"'

# What each state answers, whatever is asked; the others only change what is there.
TROUBLE = {
    "the access token is valid but its owner may not see dashboards": 403,
    "the token service is asked too often": 429,
    "the token service is out of order": 503,
    "the BI token is valid but its owner may not do this": 403,
    "a gateway before the BI host has given up waiting": 504,
    "the BI host is out of order": 503,
    "the flag service refuses this portal": 403,
    "the flag service wants a key": 401,
    "the flag service is asked too often": 429,
    "the flag service is out of order": 503,
}
PAGES = (
    "a page is answered in the place of a token",
    "a page is answered in the place of the list",
    "a page is answered in the place of the flags",
)
ORDINARY = (
    "the token service is at work",
    "the access token is valid",
    "the access token is not valid",
    "the person has dashboards of their own",
    "the person has more dashboards than come at once",
    "the person has no dashboards",
    "the list is written in older words",
    "the person may make dashboards",
    "an import is taken but makes no dashboard",
    "the BI token is not valid",
    "there is no dashboard with that id for this person",
    "the flag service is at work",
    "the flag service has a stream of changes",
    "the flag service tags its answers",
    "the flags are as they were",
    "one flag cannot be evaluated",
)


class Provider(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state = ""
    dashboards = {}

    def do_GET(self):
        self.serve()

    def do_POST(self):
        self.serve()

    def log_message(self, *_):
        pass

    def serve(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode()
        path = urlsplit(self.path).path
        if path == "/health":
            return self.answer(204)
        if path == "/_pact/state":
            return self.change_state(json.loads(body))
        route = {
            "GET /api/token": self.token,
            "GET /api/token-authenticated": self.personal_token,
            f"GET {METADATA}/list": self.list,
            f"POST {METADATA}/tml/import": self.create,
            f"POST {METADATA}/delete": self.delete,
            "POST /ofrep/v1/evaluate/flags": self.flags,
        }.get(f"{self.command} {path}")
        if route is None:
            return self.answer(404)
        if Provider.state in TROUBLE:
            return self.answer(TROUBLE[Provider.state], headers={"Retry-After": "30"})
        if Provider.state in PAGES:
            return self.answer(200, *PAGE)
        return route(body)

    def change_state(self, change):
        name, params = change["state"], change.get("params", {})
        if name not in TROUBLE and name not in PAGES and name not in ORDINARY:
            return self.answer(404)
        Provider.state = name if change["action"] == "setup" else ""
        Provider.dashboards = {}
        if Provider.state in (
            "the person has dashboards of their own",
            "the person has more dashboards than come at once",
        ):
            Provider.dashboards[params.get("dashboardId", str(uuid.uuid4()))] = "Morning note"
        values = {"tag": TAG} if name == "the flags are as they were" else {}
        return self.json(values)

    def token(self, _body):
        self.answer(200, "text/plain; charset=utf-8", "BI." + uuid.uuid4().hex)

    def personal_token(self, body):
        if self.permitted():
            self.token(body)

    def list(self, _body):
        if not self.permitted():
            return
        rows = [
            {
                "id": key,
                "name": name,
                "description": "Created from dashboard page",
                "authorName": "analyst@example.com",
                "created": 1792000000000,
                "modified": 1792000000000,
            }
            for key, name in Provider.dashboards.items()
        ]
        if Provider.state == "the list is written in older words":
            rows = [
                {
                    "guid": str(uuid.uuid4()),
                    "title": "Flows",
                    "author": "trader@example.com",
                    "createdTime": 1792000000,
                    "modifiedTime": 1792000000,
                },
                {"id": "1", "name": "Basis", "created": "2026-10-14T09:00:00Z"},
                {"description": "no id"},
            ]
        self.json({"headers": rows, "isLastBatch": True})

    def create(self, body):
        if not self.permitted():
            return
        (wanted,) = json.loads(parse_qs(body)["import_objects"][0])
        if Provider.state == "an import is taken but makes no dashboard":
            status = {"status_code": "ERROR", "error_message": "There is a dashboard of this name."}
            return self.json({"object": [{"response": {"status": status}}]})
        key = str(uuid.uuid4())
        Provider.dashboards[key] = wanted["liveboard"]["name"]
        return self.json({"object": [{"response": {"header": {"id_guid": key}}}]})

    def delete(self, body):
        if not self.permitted():
            return
        keys = json.loads(parse_qs(body)["id"][0])
        if any(key not in Provider.dashboards for key in keys):
            return self.answer(404)
        for key in keys:
            del Provider.dashboards[key]
        return self.answer(204)

    def flags(self, body):
        context = json.loads(body)["context"]
        if "targetingKey" not in context:
            return self.answer(400)
        if self.headers.get("If-None-Match") == TAG:
            return self.answer(304)
        if Provider.state == "one flag cannot be evaluated":
            broken = {"key": "miu-deep-research-enabled", "errorCode": "PARSE_ERROR"}
            return self.json({"flags": [{"key": "miu-app-enabled", "value": True}, broken]})
        flags = [{"key": key, "value": key != "UI-403"} for key in FLAGS]
        streams = [{"type": "sse", "url": "http://localhost:9/stream"}]
        return self.json({"flags": flags, "eventStreams": streams}, {"ETag": TAG})

    def permitted(self):
        if self.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        self.answer(401)
        return False

    def json(self, value, headers=None):
        self.answer(200, "application/json", json.dumps(value), headers)

    def answer(self, status, content_type=None, body="", headers=None):
        data = body.encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if content_type is not None:
            self.send_header("Content-Type", content_type)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Provider)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
