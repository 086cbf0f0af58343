"""The examples as processes."""

import os
import re
import subprocess
from pathlib import Path

from .store import Store
from .waiting import eventually


class App:
    """An example as a process, which a test can start, kill and start again."""

    def __init__(self, executable: Path, directory: Path, arguments=(), environment=None):
        self.executable = executable
        self.log_path = directory / f"{executable.name}.log"
        self.arguments = list(arguments)
        self.environment = {**os.environ, "TZ": "UTC", "XDG_STATE_HOME": str(directory), **(environment or {})}
        self.port = 0
        self.process: subprocess.Popen | None = None
        # True once a test has ended the process: its pages then try to connect again, and the browser reports each failure.
        self.has_disconnected = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def start(self) -> "App":
        """Starts the app, and waits until it prints its address. When started again, it uses the same port."""
        arguments = ["--port", str(self.port), *self.arguments]
        seen = len(self.log)
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [self.executable, *arguments], stdout=log, stderr=subprocess.STDOUT, env=self.environment
            )

        def address():
            if self.process.poll() is not None:
                raise AssertionError(f"{self.executable.name} ended with code {self.process.returncode}:\n{self.log[seen:]}")
            # The end of the line says that the number is complete.
            return re.search(r"http://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)\s", self.log[seen:])

        self.port = int(eventually(address, f"{self.executable.name} prints its address")[1])
        return self

    @property
    def scenes(self) -> Path:
        """The store of the app's scenes."""
        return Path(self.environment["XDG_STATE_HOME"]) / self.executable.name / "Scenes.sqlite"

    def kill(self) -> None:
        """Ends the process with SIGKILL, so that it cannot clean up."""
        self.has_disconnected = True
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is None:
            return
        if self.process.poll() is not None:
            print(f"{self.executable.name} had ended with code {self.process.returncode}.")
            return
        self.has_disconnected = True
        self.process.terminate()
        try:
            self.process.wait(timeout=300)
        except subprocess.TimeoutExpired:
            self.kill()


class Earthquakes(App):
    """Earthquakes, with its own store and a feed."""

    def __init__(self, executable: Path, directory: Path, feed: str | Path | None, options=(), environment=None):
        self.store = Store(directory / "quakes.sqlite")
        feeds = [] if feed is None else ["--feed", feed]
        # While a test holds a feed back, a slow machine may need more than the default of 15 seconds.
        arguments = ["--store", self.store.path, "--timeout", "300", *options, *feeds]
        super().__init__(executable, directory, arguments, environment)


def run(executable: Path, *arguments, timeout: float = 300) -> subprocess.CompletedProcess:
    """Runs the app as a command that ends by itself, and returns its result."""
    return subprocess.run([executable, *map(str, arguments)], capture_output=True, text=True, timeout=timeout)
