"""What Superset's configuration does with DuckDB's file: python held-open.py <superset_config.py> <folder>. Prints what each question read."""

import json
import os
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location

import duckdb
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

spec = spec_from_file_location("superset_config", sys.argv[1])
config = module_from_spec(spec)
spec.loader.exec_module(config)
path = os.path.join(sys.argv[2], "market.duckdb")
later = 0
clock = time.monotonic
time.monotonic = lambda: clock() + later


def lay(number):
    made = os.path.join(sys.argv[2], "next.duckdb")
    with duckdb.connect(made) as connection:
        connection.execute(f"create table t as select {number} as n")
    os.rename(made, path)


def asked():
    parameters = {"poolclass": NullPool, "connect_args": {"read_only": True}}
    uri, parameters = config.DB_CONNECTION_MUTATOR(make_url(f"duckdb:///{path}"), parameters, None, None, None)
    with create_engine(uri, **parameters).connect() as connection:
        number = connection.execute("select n from t").scalar()
    # Of an open file DuckDB refuses what is set otherwise.
    try:
        duckdb.connect(path, read_only=True, config={"preserve_insertion_order": False}).close()
        is_held = False
    except duckdb.ConnectionException:
        is_held = True
    return [number, is_held]


lay(1)
found = [asked(), asked()]
lay(2)
found += [asked(), asked()]
later = 61
found += [asked()]
lay(3)
found += [asked()]
print(json.dumps(found))
