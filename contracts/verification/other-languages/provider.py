"""Saved dashboards and flags, written only from the pact files and contracts/README.md, with Python's standard library and no
import from the portal. The argument is a port (0 takes a free one); prints its URL. Accepts TOKEN, and refuses FORBIDDEN_TOKEN
with 403. PORTAL is the portal's origin."""

import json
import os
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TOKEN = os.environ.get("TOKEN", "a-real-access-token")
FORBIDDEN_TOKEN = os.environ.get("FORBIDDEN_TOKEN")
# Headers without which a page cannot read the responses.
CORS = {
    "Access-Control-Allow-Origin": os.environ.get("PORTAL", "http://localhost:4300"),
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "authorization, content-type, if-none-match, x-requested-by",
    "Access-Control-Expose-Headers": "date, etag",
    "Cache-Control": "no-store",
    "Vary": "Origin",
}
METADATA = "/callosum/v1/tspublic/v1/metadata"
FLAGS = (
    "miu-app-enabled",
    "miu-query-params-bypass",
    "new-feature",
    "UI-403",
    "miu-chart-interactions-enabled",
    "miu-deep-research-enabled",
)
TAG = '"flags-7"'

STATES = (
    "the person has dashboards of their own",
    "the person has a dashboard of which the list says everything",
    "the person has more dashboards than come at once",
    "the person has no dashboards",
    "the person has a dashboard with a chart on it",
    "the person may make dashboards",
    "an import is taken but makes no dashboard",
    "the BI token is not valid",
    "the BI token is valid but its owner may not do this",
    "there is no dashboard with that id for this person",
    "the flag service is at work",
    "the flags of the portal are defined",
    "the flag service has a stream of changes",
    "the flag service tags its answers",
    "the flags are as they were",
    "one flag cannot be evaluated",
    "a flag changes",
)


class Provider(BaseHTTPRequestHandler):
    """
    Speaks HTTP/1.0, the default, so that each connection ends with its answer: on a connection that a proxy keeps, a body that
    nothing here reads would be the next request, and its answer would go to somebody else.
    """
    # State and dashboards by verification. All other requests share one entry.
    worlds = {}
    changed = threading.Condition()

    def do_GET(self):
        self.serve()

    def do_POST(self):
        self.serve()

    def do_OPTIONS(self):
        self.answer(204)

    def log_message(self, *_):
        pass

    def serve(self):
        key = self.headers.get("X-Verification-Id", "")
        self.world = Provider.worlds.setdefault(key, {"state": "", "dashboards": {}})
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length).decode()
        path = urlsplit(self.path).path
        if path == "/health":
            return self.answer(204)
        if path == "/_pact/state":
            return self.change_state(json.loads(body))
        route = {
            f"GET {METADATA}/list": self.list,
            f"POST {METADATA}/tml/import": self.create,
            f"POST {METADATA}/tml/export": self.export,
            f"GET {METADATA}/listvizheaders": self.charts,
            "POST /api/rest/2.0/metadata/liveboard/data": self.numbers,
            "POST /api/rest/2.0/metadata/copyobject": self.copy,
            f"POST {METADATA}/delete": self.delete,
            "POST /ofrep/v1/evaluate/flags": self.flags,
            "GET /stream": self.stream,
        }.get(f"{self.command} {path}")
        if route is None:
            return self.answer(404)
        return route(body)

    def change_state(self, change):
        name, params = change["state"], change.get("params", {})
        if name not in STATES:
            return self.answer(404)
        self.world["state"] = name if change["action"] == "setup" else ""
        self.world["dashboards"] = {}
        if self.world["state"] in (
            "the person has dashboards of their own",
            "the person has a dashboard of which the list says everything",
            "the person has more dashboards than come at once",
            "the person has a dashboard with a chart on it",
        ):
            self.world["dashboards"][params.get("dashboardId", str(uuid.uuid4()))] = "Morning note"
        if name == "a flag changes":
            with Provider.changed:
                Provider.changed.notify_all()
        values = {"tag": TAG} if name == "the flags are as they were" else {}
        return self.json(values)

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
                "tabs": [{"id": "tab-1", "label": "Flows"}],
            }
            for key, name in self.world["dashboards"].items()
        ]
        self.json({"headers": rows, "isLastBatch": True})

    def create(self, body):
        if not self.permitted():
            return
        (wanted,) = json.loads(parse_qs(body)["import_objects"][0])
        if self.world["state"] == "an import is taken but makes no dashboard":
            status = {"status_code": "ERROR", "error_message": "There is a dashboard of this name."}
            return self.json({"object": [{"response": {"status": status}}]})
        # Replaces the dashboard with this guid, if there is one.
        key = wanted.get("guid") or str(uuid.uuid4())
        self.world["dashboards"][key] = wanted["liveboard"]["name"]
        # JSON as text/plain, as the request's Accept header requires.
        return self.answer(200, "text/plain", json.dumps({"object": [{"response": {"header": {"id_guid": key}}}]}))

    def export(self, body):
        if not self.permitted():
            return
        keys = json.loads(parse_qs(body)["export_ids"][0])
        if any(key not in self.world["dashboards"] for key in keys):
            return self.answer(404)
        objects = [{"guid": key, "liveboard": {"name": self.world["dashboards"][key]}} for key in keys]
        return self.json({"object": [{"edoc": json.dumps(tml)} for tml in objects]})

    def numbers(self, _body):
        if self.permitted():
            headline = {
                "visualization_id": "chart-1",
                "column_names": ["Supply"],
                "data_rows": [[312.5]],
                "available_data_row_count": 1,
            }
            self.json({"contents": [headline]})

    def copy(self, body):
        if not self.permitted():
            return
        if json.loads(body)["identifier"] not in self.world["dashboards"]:
            return self.answer(404)
        self.json({"metadata_id": str(uuid.uuid4())})

    def charts(self, _body):
        if self.permitted():
            self.json([{"id": "chart-1", "name": "Supply"}])

    def delete(self, body):
        if not self.permitted():
            return
        keys = json.loads(parse_qs(body)["id"][0])
        if any(key not in self.world["dashboards"] for key in keys):
            return self.answer(404)
        for key in keys:
            del self.world["dashboards"][key]
        return self.answer(204)

    def flags(self, body):
        context = json.loads(body)["context"]
        if "targetingKey" not in context:
            return self.answer(400)
        if self.headers.get("If-None-Match") == TAG:
            return self.answer(304)
        if self.world["state"] == "one flag cannot be evaluated":
            broken = {"key": "miu-deep-research-enabled", "errorCode": "PARSE_ERROR"}
            return self.json({"flags": [{"key": "miu-app-enabled", "value": True}, broken]})
        flags = [{"key": key, "value": key != "UI-403"} for key in FLAGS]
        streams = [{"type": "sse", "url": f"http://{self.headers['Host']}/stream"}]
        return self.json({"flags": flags, "eventStreams": streams}, {"ETag": TAG})

    def stream(self, _body):
        self.answer(200, "text/event-stream", ends=False)
        try:
            while True:
                with Provider.changed:
                    changed = Provider.changed.wait(timeout=1)
                self.wfile.write(b'data: {"type":"refetchEvaluation"}\n\n' if changed else b":\n\n")
        except OSError:
            pass  # The client has disconnected.

    def permitted(self):
        if self.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        refused = FORBIDDEN_TOKEN and self.headers.get("Authorization") == f"Bearer {FORBIDDEN_TOKEN}"
        self.answer(403 if refused else 401)
        return False

    def json(self, value, headers=None):
        self.answer(200, "application/json", json.dumps(value), headers)

    def answer(self, status, content_type=None, body="", headers=None, ends=True):
        data = body.encode()
        self.send_response(status)
        for name, value in {**CORS, **(headers or {})}.items():
            self.send_header(name, value)
        if content_type is not None:
            self.send_header("Content-Type", content_type)
        if ends and status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Provider)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
