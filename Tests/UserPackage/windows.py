"""Requests the page of the program WindowApp."""

import re
import subprocess
import urllib.request
from pathlib import Path


def check_window(program: Path, folder: str) -> list[str]:
    """Starts the program alone in a folder, requests its page, and returns what is wrong with it."""
    process = subprocess.Popen([program, "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        address = re.search(r"http://\S+", line)
        if not address:
            return [f"WindowApp printed {line!r} instead of its address."]
        page = urllib.request.urlopen(address[0], timeout=600).read().decode()
        return [] if "Counted 42" in page else [f"The page of WindowApp has no button: {page[:500]}"]
    finally:
        process.terminate()
        process.wait(timeout=600)
