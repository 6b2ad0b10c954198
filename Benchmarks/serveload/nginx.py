"""nginx before the service, on a Unix domain socket of its own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time

_PROGRAM = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")

# Connections are kept, and bodies handed on as they come.
_CONFIGURATION = """
daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr error;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-bodies;
    proxy_temp_path {folder}/nginx-answers;
    fastcgi_temp_path {folder}/nginx-1;
    uwsgi_temp_path {folder}/nginx-2;
    scgi_temp_path {folder}/nginx-3;
    client_max_body_size 2m;
    upstream facialfun {{ server unix:{service}; keepalive 32; }}
    server {{
        listen unix:{path};
        location / {{
            proxy_pass http://facialfun;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host localhost;
            proxy_request_buffering off;
        }}
    }}
}}
"""


class Nginx:
    """A context: nginx runs within it, and is gone behind it."""

    def __init__(self, service: str, folder: str) -> None:
        self.path = os.path.join(folder, "nginx-socket")
        file = os.path.join(folder, "nginx.conf")
        with open(file, "w") as configuration:
            configuration.write(_CONFIGURATION.format(
                folder=folder, service=service, path=self.path,
                # The administrator's workers would be another user's, to whom the socket is closed.
                user="user root;" if os.geteuid() == 0 else ""))
        self.process = subprocess.Popen([str(_PROGRAM), "-c", file, "-p", folder])

    @staticmethod
    def is_installed() -> bool:
        """Whether there is one."""
        return _PROGRAM is not None

    def __enter__(self) -> Nginx:
        limit = time.monotonic() + 10
        while time.monotonic() < limit and self.process.poll() is None:
            try:
                with socket.socket(socket.AF_UNIX) as stream:
                    stream.connect(self.path)
                return self
            except OSError:
                time.sleep(0.01)  # It does not listen yet.
        self.__exit__()
        sys.exit("nginx did not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
