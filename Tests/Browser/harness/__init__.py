"""What the browser tests stand on: the app as a process, its page, its store, and feeds to give it."""
