"""Waiting for a condition outside the browser, such as a file, a process, or a row in the store."""

import time


def eventually(condition, what, timeout=300.0, poll=0.02):
    """Returns the first true value of `condition()`.

    Checks it every `poll` seconds. After `timeout` seconds, fails with `what` in the message.
    """
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {timeout:g} seconds still not so: {what}")
        time.sleep(poll)
