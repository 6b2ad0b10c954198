"""nginx in front of the service, on its own Unix domain socket."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time

_PROGRAM = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")

# Connections are kept alive, and bodies passed on unbuffered.
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
    """A context in which nginx runs."""

    def __init__(self, service: str, folder: str) -> None:
        self.path = os.path.join(folder, "nginx-socket")
        file = os.path.join(folder, "nginx.conf")
        with open(file, "w") as configuration:
            configuration.write(_CONFIGURATION.format(
                folder=folder, service=service, path=self.path,
                # Workers of root would run as another user, who may not access the socket.
                user="user root;" if os.geteuid() == 0 else ""))
        self.process = subprocess.Popen([str(_PROGRAM), "-c", file, "-p", folder])

    @staticmethod
    def is_installed() -> bool:
        """Whether nginx is installed."""
        return _PROGRAM is not None

    def __enter__(self) -> Nginx:
        limit = time.monotonic() + 10
        while time.monotonic() < limit and self.process.poll() is None:
            try:
                with socket.socket(socket.AF_UNIX) as stream:
                    stream.connect(self.path)
                return self
            except OSError:
                time.sleep(0.01)  # Not listening yet.
        self.__exit__()
        sys.exit("nginx did not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
