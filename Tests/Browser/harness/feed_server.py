"""A web server on 127.0.0.1 whose response for each path is set by a test: right, wrong, late or none."""

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[[BaseHTTPRequestHandler], None]


def body(content: bytes, content_type: str = "application/geo+json", status: int = 200) -> Answer:
    """Returns a response with the whole of `content`."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        head(request, status, content_type, len(content))
        request.wfile.write(content)

    return answer


def status(code: int) -> Answer:
    """Returns an error page with a status code."""
    return body(f"<!doctype html><title>{code}</title>".encode(), "text/html", code)


def web_page() -> Answer:
    """Returns a response of HTML with status 200, like the login page of a hotel's network."""
    return body(b"<!doctype html><title>Welcome</title><p>Please sign in.", "text/html")


def cut(content: bytes, at: int, declared: int) -> Answer:
    """Returns a response with the Content-Length `declared` that ends after the first `at` bytes of `content`."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        head(request, 200, "application/geo+json", declared)
        request.wfile.write(content[:at])
        request.close_connection = True

    return answer


class Held:
    """A response that is held back until `release()`, so that a test can look at the app while it waits."""

    def __init__(self, then: Answer):
        self.then = then
        self.asked = threading.Event()
        self.released = threading.Event()

    def __call__(self, request: BaseHTTPRequestHandler) -> None:
        self.asked.set()
        self.released.wait()
        if self.then is not None:
            self.then(request)

    def release(self) -> None:
        self.released.set()


def head(request: BaseHTTPRequestHandler, status: int, content_type: str, length: int) -> None:
    request.send_response(status)
    request.send_header("Content-Type", content_type)
    request.send_header("Content-Length", str(length))
    request.send_header("Cache-Control", "no-store")
    request.end_headers()


class FeedServer:
    """A server with a response for each path. A test can replace one at any time: `server["/feed"] = status(404)`."""

    def __init__(self):
        self.answers: dict[str, Answer] = {}
        self.held: list[Held] = []
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                try:
                    answers.get(self.path, status(404))(self)
                except (BrokenPipeError, ConnectionResetError):
                    # Some tests kill the app, or let its request time out.
                    self.close_connection = True

            def log_message(self, format, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()

    def __setitem__(self, path: str, answer: Answer) -> None:
        self.answers[path] = answer

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def hold(self, path: str, then: Answer) -> Held:
        """Holds back the response for `path` until it is released, at the latest at the end of the test."""
        held = Held(then)
        self.held.append(held)
        self.answers[path] = held
        return held

    def never_answer(self, path: str) -> None:
        self.hold(path, then=None)

    def stop(self) -> None:
        """Stops the server. A test can call it too, because a second call is allowed."""
        for held in self.held:
            held.release()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
