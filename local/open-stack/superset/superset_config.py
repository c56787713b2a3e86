"""Superset's configuration. Settings that depend on the machine are in one file that only its owner may read."""

import json
import logging
import os
import threading
import time
from copy import deepcopy
from hashlib import sha256
from math import inf
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import QueuePool

from superset.config import TALISMAN_CONFIG as _TALISMAN
from superset.config import WTF_CSRF_EXEMPT_LIST as _EXEMPT
from superset.utils.log import DBEventLogger as _DBEventLogger

with open(os.environ["ASSAY_SUPERSET_SETTINGS"], encoding="utf-8") as _file:
    _settings = json.load(_file)

SECRET_KEY = _settings["secretKey"]
SQLALCHEMY_DATABASE_URI = _settings["databaseUri"]
# Without it, each request opens SQLite's file again and reads the schema of a hundred tables.
SQLALCHEMY_ENGINE_OPTIONS = {"poolclass": QueuePool, "pool_size": 8}
FEATURE_FLAGS = {"EMBEDDED_SUPERSET": True, "DISABLE_EMBEDDED_SUPERSET_LOGOUT": True}

# Viewers are guests without accounts. A token opens the dashboards that it names, for at most five minutes.
GUEST_ROLE_NAME = "EmbeddedGuest"
GUEST_TOKEN_JWT_SECRET = _settings["guestTokenSecret"]
GUEST_TOKEN_JWT_AUDIENCE = _settings["guestTokenAudience"]
GUEST_TOKEN_JWT_EXP_SECONDS = 300
GUEST_TOKEN_HEADER_NAME = "X-GuestToken"

# Only the portal may embed it. X-Frame-Options is removed because it does not support a list of origins.
TALISMAN_CONFIG = deepcopy(_TALISMAN)
TALISMAN_CONFIG["content_security_policy"]["frame-ancestors"] = ["'self'", *_settings["portalOrigins"]]
TALISMAN_CONFIG["frame_options"] = None
# The page loads no map tiles or fonts from other hosts.
TALISMAN_CONFIG["content_security_policy"]["connect-src"] = ["'self'"]
TALISMAN_CONFIG["content_security_policy"]["font-src"] = ["'self'"]
TALISMAN_CONFIG["content_security_policy"]["style-src"] = ["'self'", "'unsafe-inline'"]
TALISMAN_CONFIG["content_security_policy"]["img-src"] = ["'self'", "blob:", "data:"]

# Without a list, Superset allows two tile servers of maps.
ENABLE_CORS = True
CORS_OPTIONS = {"origins": _settings["portalOrigins"], "supports_credentials": False}

SESSION_COOKIE_NAME = "superset"
SESSION_COOKIE_SAMESITE = "Lax"
WTF_CSRF_EXEMPT_LIST = [*_EXEMPT]

# Only the service account and administrators sign in. A guest's charts are limited by the limits on database queries.
RATELIMIT_ENABLED = True
AUTH_RATE_LIMITED = True
AUTH_RATE_LIMIT = "30 per minute"
RATELIMIT_APPLICATION = "100 per second"
# Behind a proxy all clients have its address, and share one rate limit. Without a proxy, any client could forge the header.
ENABLE_PROXY_FIX = _settings.get("behindProxy", False)
RATELIMIT_STORAGE_URI = "memory://"
ROW_LIMIT = 10_000
SQL_MAX_ROW = 10_000
SUPERSET_WEBSERVER_TIMEOUT = 60

CACHE_CONFIG = DATA_CACHE_CONFIG = {"CACHE_TYPE": "SimpleCache", "CACHE_DEFAULT_TIMEOUT": 300}
FILTER_STATE_CACHE_CONFIG = EXPLORE_FORM_DATA_CACHE_CONFIG = {
    "CACHE_TYPE": "SimpleCache",
    "CACHE_DEFAULT_TIMEOUT": 86_400,
}

FAB_ADD_SECURITY_API = True
ENABLE_UI_THEME_ADMINISTRATION = False
SCARF_ANALYTICS = False
# Only an administrator can make it run custom SQL or fetch from other hosts.
PREVENT_UNSAFE_DB_CONNECTIONS = True

# "Last quarter" ends with the data: on the sample's last day. Without the setting, Superset ends it with yesterday.
if _settings.get("rangesEnd"):
    DEFAULT_RELATIVE_START_TIME = DEFAULT_RELATIVE_END_TIME = _settings["rangesEnd"]

THEME_DEFAULT = _settings["themes"]["light"]
THEME_DARK = _settings["themes"]["dark"]
EXTRA_CATEGORICAL_COLOR_SCHEMES = _settings["schemes"]["categorical"]
EXTRA_SEQUENTIAL_COLOR_SCHEMES = _settings["schemes"]["sequential"]


_held_open = {}
_holding = threading.Lock()


def _file_of(uri):
    """Identity of the current file; None if there is no file."""
    try:
        file = os.stat(uri.database or "")
        return file.st_dev, file.st_ino, file.st_mtime_ns
    except OSError:
        return None


def DB_CONNECTION_MUTATOR(uri, parameters, *_):
    """
    DuckDB reads its file anew for the first connection that there is to it, and Superset makes half a dozen for one chart: one stays
    open. As long as any is open, it looks at no file that was renamed into place. So that one is let go of when there is another file,
    and the next is held when the last questions to the old one have ended.
    """
    file = _file_of(uri) if uri.drivername == "duckdb" else None
    if file is not None:
        with _holding:
            known, since, held = _held_open.get(uri.database, (file, -inf, None))
            if file != known:
                if held is not None:
                    held.close()
                since, held = time.monotonic(), None
            elif held is None and time.monotonic() - since > SUPERSET_WEBSERVER_TIMEOUT:
                held = create_engine(uri, **parameters).connect()
            _held_open[uri.database] = file, since, held
    return uri, parameters


class _NamedPeople(_DBEventLogger):
    """Logs actions of accounts only. Only the gateway can identify guests, so rows for their calls would name no user."""

    def log(self, user_id, *args, **kwargs) -> None:
        if user_id is not None:
            super().log(user_id, *args, **kwargs)


EVENT_LOGGER = _NamedPeople()


class _Quiet(logging.Filter):
    """Suppresses a warning on every guest call that guests are not in the user table."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "Failed to add user to db session" not in record.getMessage()


logging.getLogger().addFilter(_Quiet())
for _name in ("superset", "flask_appbuilder", "superset.security.manager"):
    logging.getLogger(_name).addFilter(_Quiet())


class _WithoutSession:
    """
    A frame in the portal and its calls have their token and nothing else. Superset would end the session of an author whose browser opens
    one, and would let what a session may see stand for what the token may.
    """

    def __init__(self, application):
        self.application = application

    def __call__(self, environ, start_response):
        if not environ["PATH_INFO"].startswith("/embedded/") and "HTTP_X_GUESTTOKEN" not in environ:
            return self.application(environ, start_response)
        environ.pop("HTTP_COOKIE", None)

        def start(status, headers, *error):
            others = [header for header in headers if header[0].lower() != "set-cookie"]
            return start_response(status, others, *error)

        return self.application(environ, start)


def FLASK_APP_MUTATOR(app):
    """Serves the portal's fonts and page script, through the templates that Superset provides for deployments."""
    from flask import Blueprint, make_response, render_template, request
    from jinja2 import ChoiceLoader, FileSystemLoader
    from superset.common.utils.time_range_utils import get_since_until_from_time_range
    from superset.views import api

    app.wsgi_app = _WithoutSession(app.wsgi_app)
    # Added in front, because a blueprint's templates come after the application's.
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_settings["templateFolder"]), app.jinja_loader])
    assay = Blueprint("assay", __name__, static_folder=_settings["assetFolder"], static_url_path="/assay")
    app.register_blueprint(assay)
    app.jinja_env.globals["assay_portal_origins"] = _settings["portalOrigins"]
    # Browsers cache static files for a year, so changed content needs another URL.
    files = sorted(file for file in Path(_settings["assetFolder"]).iterdir() if file.suffix in (".css", ".js"))
    app.jinja_env.globals["assay_version"] = sha256(b"".join(map(Path.read_bytes, files))).hexdigest()[:8]

    # The time range filter shows the days that the charts query, not those up to today.
    api.get_since_until = get_since_until_from_time_range

    @app.after_request
    def gone(response):
        """A missing dashboard: the page script reports it. Superset's own page would load fonts from another host."""
        if response.status_code == 404 and request.path.startswith("/embedded/"):
            return make_response(render_template("assay_gone.html"), 404)
        return response
