"""A client without a browser, whose requests and WebSocket frames can be invalid."""

import base64
import json
import os
import re
import socket
import struct
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def get(app, path: str = "/", **headers) -> tuple[int, str]:
    """Returns the status and the body of a response. Headers are written as `X_Forwarded_For`."""
    request = urllib.request.Request(app.url + path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=300) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def headers(app, path: str = "/"):
    """Returns the headers of a response."""
    with urllib.request.urlopen(app.url + path, timeout=300) as answer:
        return answer.headers


def open_window(app, **headers) -> str:
    """Opens a window and returns its token."""
    status, page = get(app, **headers)
    assert status == 200, page
    return re.search('data-window="([0-9a-f]{32})"', page)[1]


@dataclass
class Frame:
    kind: int
    data: bytes

    @property
    def close_code(self) -> int:
        return struct.unpack(">H", self.data[:2])[0]


class Line:
    """A WebSocket to a window."""

    def __init__(self, app, token: str, origin: str | None = None, timeout: float = 300):
        self.socket = socket.create_connection(("127.0.0.1", app.port), timeout=timeout)
        lines = [
            f"GET /strata/live?window={token} HTTP/1.1",
            f"Host: 127.0.0.1:{app.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        if origin:
            lines.append(f"Origin: {origin}")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline() not in (b"\r\n", b""):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def until_connected(self) -> None:
        """Waits until the window has its connection. The server accepts the WebSocket before that."""
        self.send(b"", PING)
        frame = self.read()
        assert frame is not None and frame.kind != CLOSE

    def send(self, data: bytes | str | dict, kind: int = TEXT) -> None:
        if isinstance(data, dict):
            data = json.dumps(data)
        if isinstance(data, str):
            data = data.encode()
        if len(data) < 126:
            length = bytes([0x80 | len(data)])
        elif len(data) < 1 << 16:
            length = bytes([0x80 | 126]) + struct.pack(">H", len(data))
        else:
            length = bytes([0x80 | 127]) + struct.pack(">Q", len(data))
        # A mask of zeros leaves the data as it is.
        self.socket.sendall(bytes([0x80 | kind]) + length + bytes(4) + data)

    def read(self) -> Frame | None:
        """Returns the next frame; None at the end of the connection."""
        try:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            length = head[1] & 0x7F
            if length > 125:
                size = 2 if length == 126 else 8
                length = int.from_bytes(self.file.read(size))
            return Frame(head[0] & 0xF, self.file.read(length))
        except ConnectionResetError:
            return None

    def until_closed(self, answers_pings: bool = True) -> int | None:
        """Reads until the server ends the connection. Returns the close code; None if there was none."""
        code = None
        deadline = time.monotonic() + 300
        while (frame := self.read()) is not None:
            assert time.monotonic() < deadline, "after five minutes the connection is still open"
            if frame.kind == CLOSE:
                code = frame.close_code
                break
            if frame.kind == PING and answers_pings:
                try:
                    self.send(frame.data, PONG)
                except OSError:
                    # The server has ended the connection already, and its reason follows.
                    answers_pings = False
        return code
