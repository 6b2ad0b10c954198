"""The server's routes as the program lists them, so that tests of every route include new ones."""

import functools
import json
import subprocess

from game_server import program


@functools.cache
def all_routes():
    """Each route as `facialfun-family routes --json` prints it: app, method, path, access."""
    listed = subprocess.run([program(), "routes", "--json"], capture_output=True, text=True, check=True, timeout=60)
    return json.loads(listed.stdout)


def api_routes():
    """Each method and address below `/api/`, with its `{…}`."""
    found = {(route["method"], route["path"]) for route in all_routes() if route["path"].startswith("/api/")}
    return sorted(found, key=lambda route: (route[1], route[0]))


def member_routes():
    """The routes that need a sign-in."""
    needing = {(route["method"], route["path"]) for route in all_routes() if route["access"] != "open"}
    return [route for route in api_routes() if route in needing]
