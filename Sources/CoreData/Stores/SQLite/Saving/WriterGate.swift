internal import Synchronization

/// A gate to the writing connection, for threads that must not wait for a write.
///
/// `PRAGMA data_version` changes for a connection with each commit by *another* connection. So only
/// the writing connection can distinguish external commits from its store's own, and the main actor
/// has to query it. But a write may occupy the connection's queue for seconds.
///
/// Each write enters the gate before it waits for the queue, and leaves it at its end. `ask` runs
/// its body only if no write has entered, and locks the gate meanwhile. So `ask` never waits for a
/// write, and a write waits for `ask` only briefly.
struct WriterGate: ~Copyable, Sendable {
    private let writes = Mutex(0)

    /// Runs `body`, which may use the writing connection for a long time.
    func write<T>(_ body: () throws -> T) rethrows -> T {
        writes.withLock { $0 += 1 }
        defer { writes.withLock { $0 -= 1 } }
        return try body()
    }

    /// Whether a write is in progress, on this thread or another.
    var isWriting: Bool { writes.withLock { $0 > 0 } }

    /// Runs `body`, which may use the writing connection briefly, and returns its result. Returns
    /// nil without running `body` if a write is in progress.
    func ask<T: Sendable>(_ body: () throws -> T) rethrows -> T? {
        try writes.withLock { $0 == 0 ? try body() : nil }
    }
}
