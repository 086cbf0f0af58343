internal import Synchronization

/// Lets a thread that must not wait use the writing connection, while nothing long runs on it.
///
/// SQLite counts for each connection the commits of *others* (`PRAGMA data_version`). So only the writing
/// connection can tell the commits of other processes from those of its own store, and the main actor
/// asks it. But a write may hold the connection's queue for seconds.
///
/// Each write enters the gate before it waits for the queue, and leaves it afterwards. A question is
/// asked with the gate locked, and only while no write has entered. A write that begins meanwhile
/// waits for the question, which is short; a question never waits for a write.
struct WriterGate: ~Copyable, Sendable {
    private let writes = Mutex(0)

    /// Runs `body`, which may use the writing connection for long.
    func write<T>(_ body: () throws -> T) rethrows -> T {
        writes.withLock { $0 += 1 }
        defer { writes.withLock { $0 -= 1 } }
        return try body()
    }

    /// Returns what `body` returns, which may use the writing connection for a moment; nil where a write is under way.
    func ask<T: Sendable>(_ body: () throws -> T) rethrows -> T? {
        try writes.withLock { $0 == 0 ? try body() : nil }
    }
}
