"""Prepares Superset's database in one process: schema, roles, accounts, dashboards. Running it again changes what has changed.

Reads the file that ASSAY_SUPERSET_SETTINGS names, as superset_config.py does. Prints one line per step.
"""

import json
import os
import sqlite3
import sys
from pathlib import Path

with open(os.environ["ASSAY_SUPERSET_SETTINGS"], encoding="utf-8") as file:
    settings = json.load(file)

GUEST_PERMISSIONS = {
    ("can_read", "Dashboard"),
    ("can_read", "Chart"),
    ("can_read", "CurrentUserRestApi"),
    ("can_time_range", "Api"),
    # Without it, every chart's view log is a 500 with a stack trace in the log.
    ("can_log", "Superset"),
    # For opening permalinks by their key.
    ("can_read", "DashboardPermalinkRestApi"),
}


def quick_sqlite() -> None:
    """Turns off syncing for five hundred small transactions: an unfinished database is thrown away anyway."""
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    @event.listens_for(Engine, "connect")
    def no_waiting(connection, _record) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA journal_mode=MEMORY")


def quick_import() -> None:
    """Reads the bundle with YAML's C parser, and skips the check that each dataset's table exists."""
    import yaml

    from superset.models.core import Database

    yaml.SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    # Superset would open a connection for each dataset to check this, and needs the result only for a `data_uri`.
    Database.has_table = lambda *_: True


def set_guest_role(security) -> None:
    role = security.find_role("EmbeddedGuest") or security.add_role("EmbeddedGuest")
    role.permissions = [security.add_permission_view_menu(*pair) for pair in sorted(GUEST_PERMISSIONS)]
    security.session.commit()
    held = {(one.permission.name, one.view_menu.name) for one in security.find_role("EmbeddedGuest").permissions}
    if held != GUEST_PERMISSIONS:
        sys.exit(f"The guest role holds {sorted(held)}.")
    # Visitors without a token have no permissions.
    public = security.find_role("Public")
    if public is not None:
        public.permissions = []
        security.session.commit()


def set_account(security, name: str, password: str) -> None:
    user = security.find_user(name)
    if user is None:
        admin = security.find_role("Admin")
        added = security.add_user(name, "Assay", "service", f"{name}@assay.localhost", admin, password=password)
        if not added:
            sys.exit(f"The account {name} could not be made.")
    else:
        security.reset_password(user.id, password)


def import_bundle(folder: Path, account: str) -> None:
    from flask import g

    from superset import db, security_manager
    from superset.commands.importers.v1.assets import ImportAssetsCommand
    from superset.models.dashboard import Dashboard
    from superset.models.embedded_dashboard import EmbeddedDashboard

    contents = {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))
    }
    g.user = security_manager.find_user(account)
    ImportAssetsCommand(contents).run()
    for one in settings["embedded"]:
        dashboard = db.session.query(Dashboard).filter_by(uuid=one["dashboard"]).one()
        # The content security policy says which origins may embed it.
        if [str(embedded.uuid) for embedded in dashboard.embedded] != [one["embedded"]]:
            db.session.query(EmbeddedDashboard).filter_by(dashboard_id=dashboard.id).delete()
            db.session.add(EmbeddedDashboard(uuid=one["embedded"], allow_domain_list="", dashboard_id=dashboard.id))
    db.session.commit()
    print(f"{len(settings['embedded'])} dashboards of {len(contents)} files", flush=True)


def main() -> None:
    quick_sqlite()
    from superset.app import create_app

    app = create_app()
    with app.app_context():
        import flask_migrate

        import superset
        from superset import appbuilder, security_manager

        flask_migrate.upgrade(str(Path(superset.__file__).parent / "migrations"))
        print("Schema", flush=True)
        appbuilder.add_permissions(update_perms=True)
        security_manager.sync_role_definitions()
        set_guest_role(security_manager)
        set_account(security_manager, settings["serviceAccount"]["username"], settings["serviceAccount"]["password"])
        print("Roles and accounts", flush=True)
        quick_import()
        with app.test_request_context():
            import_bundle(Path(settings["bundleFolder"]), settings["serviceAccount"]["username"])


main()
