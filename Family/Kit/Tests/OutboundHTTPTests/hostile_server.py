#!/usr/bin/env python3
"""A server that misbehaves in one way per path, for the tests of OutboundHTTP and CalendarSync.

    hostile_server.py [--certificate FILE --key FILE]

Prints its port and serves until its parent ends.
"""

import argparse
import gzip
import http.server
import os
import signal
import ssl
import threading
import time

EVENTS = (
    b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260601T000000Z\r\n"
    b"DTSTART:20260602T080000Z\r\nDTEND:20260602T090000Z\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, chunks, pause: float = 0) -> None:
        """Sends a body without a length until the client hangs up."""
        self.send_response(200)
        self.send_header("Content-Type", "text/calendar")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for chunk in chunks:
            self.wfile.write(chunk)
            self.wfile.flush()
            time.sleep(pause)

    def do_GET(self) -> None:
        host = self.headers["Host"]
        port = host.rpartition(":")[2]
        match self.path.partition("?")[0]:
            case "/ok.ics":
                body = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\nEND:VCALENDAR\r\n"
                self.reply(200, body, Content_Type="text/calendar", ETag='"1"')
            case "/events.ics":
                if self.headers.get("If-None-Match") == '"7"':
                    self.reply(304)
                else:
                    self.reply(200, EVENTS, Content_Type="text/calendar", ETag='"7"')
            case "/zipped.ics":
                self.reply(200, gzip.compress(b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"), Content_Encoding="gzip")
            case "/bomb":
                self.reply(200, gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
            case "/endless":
                self.stream(iter(lambda: b"X" * 65_536, None))
            case "/announces-100-MB":
                self.send_response(200)
                self.send_header("Content-Length", "100000000")
                self.end_headers()
                self.close_connection = True
            case "/drips":
                self.stream(iter(lambda: b"X", None), pause=0.05)
            case "/silent":
                # Ends when the client does.
                self.rfile.read(1)
                self.close_connection = True
            case "/breaks-off":
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b"BEGIN:VCALENDAR")
                self.close_connection = True
            case "/circle":
                self.reply(302, Location="/circle")
            case "/to-other-host":
                self.reply(302, Location=f"http://other.test:{port}/ok.ics")
            case "/to-loopback":
                self.reply(302, Location=f"http://127.0.0.1:{port}/ok.ics")
            case "/to-file":
                self.reply(302, Location="file:///etc/passwd")
            case "/to-ok":
                self.reply(307, Location="ok.ics")
            case "/secret":
                self.reply(200, self.headers.get("Authorization", "none").encode())
            case "/not-http":
                self.wfile.write(b"\x00\x01\x02 nonsense\r\n\r\n")
                self.close_connection = True
            case "/entities":
                self.reply(
                    207,
                    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>',
                )
            case "/html":
                self.reply(200, b"<html><body>Sign in</body></html>", Content_Type="text/html")
            case _:
                self.reply(404)

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000000")
        self.end_headers()

    def dav(self, body: bytes) -> None:
        """A calendar of two events: /dav-omits/ returns only the first, and /dav-large/ a large one."""
        tag = "<propstat><prop><getetag>1</getetag>{}</prop><status>HTTP/1.1 200 OK</status></propstat>"
        answers = {f"{self.path}{name}.ics": tag.format("") for name in "ab"}
        if self.command == "PROPFIND":
            answers = {
                self.path: "<propstat><prop><resourcetype><collection/><c:calendar/></resourcetype>"
                "<s:getctag>1</s:getctag><sync-token>t</sync-token></prop>"
                "<status>HTTP/1.1 200 OK</status></propstat>"
            }
        elif b"multiget" in body:
            text = EVENTS.decode() + " " * (300_000 if self.path == "/dav-large/" else 0)
            answers = {f"{self.path}a.ics": tag.format(f"<c:calendar-data>{text}</c:calendar-data>")}
        responses = "".join(f"<response><href>{path}</href>{value}</response>" for path, value in answers.items())
        spaces = 'xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/"'
        self.reply(207, f"<multistatus {spaces}>{responses}</multistatus>".encode())

    def do_PROPFIND(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.startswith("/dav-"):
            self.dav(body)
        else:
            self.do_GET()

    do_REPORT = do_PROPFIND

    def log_message(self, *arguments: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address) -> None:
        """Ignores clients that hang up, which the tests do on purpose."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--certificate", help="serves HTTPS with this certificate")
    parser.add_argument("--key", help="private key of the certificate")
    options = parser.parse_args()
    parent = os.getppid()
    # The tests may start this with all signals blocked.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    server = Server(("127.0.0.1", 0), Handler)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    while os.getppid() == parent:
        time.sleep(0.2)


if __name__ == "__main__":
    main()
