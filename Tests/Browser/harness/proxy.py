"""nginx as a reverse proxy in front of an app."""

import shutil
import socket
import subprocess
from pathlib import Path

from .waiting import eventually

CONFIGURATION = """
daemon off;
pid {directory}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
    server {{
        listen 127.0.0.1:{port};
        location {location} {{
            proxy_pass {url};
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            {headers}
        }}
    }}
}}
"""


class Proxy:
    """nginx with one location, which passes requests on to an app."""

    def __init__(self, directory: Path, url: str, location: str, headers=()):
        directory.mkdir()
        self.directory = directory
        self.log_path = directory / "log"
        lines = " ".join(f"proxy_set_header {header};" for header in headers)
        fields = {"directory": directory, "location": location, "url": url, "headers": lines}
        # Another process may get the free port before nginx does.
        while not self._starts(fields):
            self.log_path.unlink()

    def _starts(self, fields: dict) -> bool:
        """Starts nginx at a free port, which it can't pick by itself. Returns whether it has got the port."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        configuration = self.directory / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(port=self.port, **fields))
        executable = shutil.which("nginx") or "/usr/sbin/nginx"
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen([executable, "-p", self.directory, "-c", configuration], stdout=log, stderr=log)
        return eventually(self._outcome, "nginx accepts connections, or ends") == "accepts"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def _outcome(self) -> str | None:
        if self.process.poll() is not None:
            assert "Address already in use" in self.log, f"nginx ended:\n{self.log}"
            return "ended"
        with socket.socket() as client:
            # While nginx tries to get a port that another process has, that one would accept the connection.
            is_open = client.connect_ex(("127.0.0.1", self.port)) == 0
            return "accepts" if is_open and "Address already in use" not in self.log else None

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=300)
