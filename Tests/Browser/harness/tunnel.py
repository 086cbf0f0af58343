"""A TCP relay in front of an app, which can stop to pass on anything, as a line does that breaks without a word."""

import socket
import threading


class Tunnel:
    """Relays connections to an app's port."""

    def __init__(self, port: int):
        self.target = port
        self.passes = threading.Event()
        self.passes.set()
        # What the app sends waits while this one is not set, and what the clients send does not.
        self.answers = threading.Event()
        self.answers.set()
        self.sockets: list[socket.socket] = []
        # As in App.
        self.has_disconnected = False
        self.server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return self.server.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def freeze(self) -> None:
        """Stops to pass on anything. Connections stay open, and new ones get no answer."""
        self.has_disconnected = True
        self.passes.clear()

    def hold_answers(self) -> None:
        """Keeps back what the app sends. What the clients send still arrives, as on a line with a long delay."""
        self.answers.clear()

    def release_answers(self) -> None:
        """Passes on what the app has sent meanwhile, and all that follows."""
        self.answers.set()

    def cut(self) -> None:
        """Stops to pass on anything, and ends the connections at both ends."""
        self.freeze()
        self._end()

    def thaw(self) -> None:
        """Passes on again what clients of new connections send. What was sent on the former ones is lost."""
        self._end()
        self.passes.set()

    def _end(self) -> None:
        lost, self.sockets = self.sockets, []
        for each in lost:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self) -> None:
        self.server.close()
        self.release_answers()
        self.thaw()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            self.sockets += [client, server]
            for source, sink, gates in ((client, server, [self.passes]), (server, client, [self.answers, self.passes])):
                threading.Thread(target=self._relay, args=(source, sink, gates), daemon=True).start()

    def _relay(self, source: socket.socket, sink: socket.socket, gates: list[threading.Event]) -> None:
        try:
            while data := source.recv(1 << 16):
                for gate in gates:
                    gate.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            # The other end is gone, or thaw() has ended both.
            pass
