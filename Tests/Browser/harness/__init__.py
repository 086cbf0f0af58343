"""The harness of the browser tests: the app as a process, its page, its store, and feeds for it."""
