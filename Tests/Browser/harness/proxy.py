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
        self.log_path = directory / "log"
        # nginx can't pick a port by itself.
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        configuration = directory / "nginx.conf"
        lines = " ".join(f"proxy_set_header {header};" for header in headers)
        configuration.write_text(
            CONFIGURATION.format(directory=directory, port=self.port, location=location, url=url, headers=lines)
        )
        executable = shutil.which("nginx") or "/usr/sbin/nginx"
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen([executable, "-p", directory, "-c", configuration], stdout=log, stderr=log)
        eventually(self._accepts, "nginx accepts connections")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    def _accepts(self) -> bool:
        assert self.process.poll() is None, f"nginx ended:\n{self.log}"
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=300)
