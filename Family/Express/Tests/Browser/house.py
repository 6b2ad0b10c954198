"""Test servers for the app's files and for tiles and routes. Both record their requests."""

import contextlib
import functools
import http.server
import json
import socket
import struct
import sys
import threading
import zlib
from pathlib import Path
from typing import ClassVar

EXPRESS = Path(__file__).resolve().parent.parent.parent
WEB = EXPRESS / "Web"
# Base path of the app on the test server; any path must work.
BASE = "/some/where/express/"


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves Web under BASE like any static host. `changed` replaces files, `missing` removes them."""

    changed: ClassVar[dict] = {}
    missing: ClassVar[set] = set()
    # Method, path and headers of each request.
    received: ClassVar[list] = []

    def parse_request(self):
        parsed = super().parse_request()
        if parsed:
            self.received.append((self.command, self.path, str(self.headers)))
        return parsed

    def do_GET(self):
        path = self.path.split("?")[0]
        if not path.startswith(BASE):
            return self.send_error(404)
        name = path.removeprefix(BASE) or "index.html"
        if name in self.missing:
            return self.send_error(404)
        if name in self.changed:
            body = self.changed[name]
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(name))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            return self.wfile.write(body)
        self.path = "/" + name
        return super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *arguments):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    """Tolerates browsers that close a connection early."""

    daemon_threads = True

    def __init__(self, *arguments):
        self.connections = set()
        super().__init__(*arguments)

    def process_request(self, request, client_address):
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self.connections.discard(request)
        super().shutdown_request(request)

    def server_close(self):
        """Also closes open connections, because browsers connect before they send requests."""
        super().server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class House:
    """A server in its own thread that can be stopped and restarted at the same address."""

    def __init__(self, handler, base="/"):
        self.handler = handler
        self.base = base
        self.port = 0
        self.start()

    def start(self):
        self.server = QuietServer(("127.0.0.1", self.port), self.handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def origin(self):
        return f"http://localhost:{self.port}"

    @property
    def address(self):
        return self.origin + self.base


def express_house():
    handler = type(
        "Handler",
        (Files,),
        {
            "changed": {},
            "missing": set(),
            "received": [],
            "extensions_map": {
                **Files.extensions_map,
                ".js": "text/javascript",
                ".webmanifest": "application/manifest+json",
            },
        },
    )
    return House(functools.partial(handler, directory=str(WEB)), BASE), handler


def tile():
    """A 256 by 256 green picture."""
    rows = b"".join(b"\0" + b"\xb7\xd9\x8b" * 256 for _ in range(256))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class Maps(http.server.BaseHTTPRequestHandler):
    """Serves tiles at /tiles/z/x/y.png and routes in OSRM's format."""

    asked: ClassVar[list] = []

    def do_GET(self):
        self.asked.append((self.path, self.headers.get("Referer")))
        if self.path.startswith("/tiles/"):
            body, kind = tile(), "image/png"
        else:
            points = self.path.split("/foot/")[1].split("?")[0].split(";")
            line = [[float(n) for n in point.split(",")] for point in points]
            middle = [line[0][0], line[1][1]]
            body = json.dumps(
                {
                    "code": "Ok",
                    "routes": [
                        {
                            "distance": 1234.5,
                            "geometry": {"type": "LineString", "coordinates": [line[0], middle, line[1]]},
                        }
                    ],
                }
            ).encode()
            kind = "application/json"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def map_house():
    handler = type("Handler", (Maps,), {"asked": []})
    return House(handler), handler
