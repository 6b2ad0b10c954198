"""The routes of the server, as its sources name them: what is tested for every route is tested for a new one, too."""

import re

from game_server import GAME

SERVER = GAME / "Sources" / "TrainerServer"
# Whose groups stand below another address than `/api`: pages, files, the house's network.
ELSEWHERE = {"PageRoutes", "RootFiles", "TrustRoutes", "HomeNetworkPage", "PortalRoutes", "FamilyPages",
             "FormRoutes", "MemberPages", "TrainerApplication"}
# Who is not signed in may ask for these.
OPEN = {"login", "logout", "accounts", "narration/{language}/{voice}"}


def api_routes():
    """Each method and address below `/api/`, with its `{…}`."""
    found = set()
    for file in SERVER.rglob("*.swift"):
        if file.stem in ELSEWHERE:
            continue
        text = file.read_text()
        groups = dict(re.findall(r'let (\w+) = group\.group\("([^"]+)"\)', text))
        for group, method, path in re.findall(r'^\s+(\w+)\.(get|put|post|delete|patch)\("([^"]+)"', text, re.M):
            if group != "group" and group not in groups:
                continue
            parts = [part for part in [groups.get(group, ""), path.strip("/")] if part]
            found.add((method.upper(), "/api/" + "/".join(parts)))
    return sorted(found, key=lambda route: (route[1], route[0]))


def member_routes():
    """Those that want somebody signed in."""
    return [(method, path) for method, path in api_routes() if path.removeprefix("/api/") not in OPEN]
