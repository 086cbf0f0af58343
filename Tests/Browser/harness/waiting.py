"""Waiting for what happens outside the browser: a file, a process, a row in the store."""

import time


def eventually(condition, what, timeout=20.0, poll=0.02):
    """The first true value of `condition()`.

    Looks every `poll` seconds; after `timeout` seconds fails with `what` in the message.
    """
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {timeout:g} seconds still not so: {what}")
        time.sleep(poll)
