import Synchronization

/// A lock, with the state that it guards.
///
/// Copies are the same lock. It is a `Mutex` of the standard library in a memory of its own.
// Safe to share: the state is reached while the lock is held only.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let storage: Storage

    /// A lock around a state that need not be Sendable.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Returns what a closure returns, which is called with the state while the lock is held.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        storage.lock()
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Returns what a closure returns, which is called with the state while the lock is held, or
    /// nil where another thread holds the lock.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard storage.lockIfAvailable() else { return nil }
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Returns what a closure returns, which is called with the state while the lock is held.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Returns what a closure returns, which is called with the state while the lock is held, or
    /// nil where another thread holds the lock.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock around a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Waits for the lock, and holds it until the same thread calls `unlock()`.
    public func lock() { storage.lock() }

    /// Releases the lock.
    public func unlock() { storage.unlock() }

    /// Takes the lock unless another thread holds it, and returns whether it did.
    public func lockIfAvailable() -> Bool { storage.lockIfAvailable() }

    /// Returns what a closure returns, which is called while the lock is held.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Returns what a closure returns, which is called while the lock is held.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Returns what a closure returns, which is called while the lock is held, or nil where another
    /// thread holds the lock.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Returns what a closure returns, which is called while the lock is held, or nil where another
    /// thread holds the lock.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }
}

extension OSAllocatedUnfairLock {
    /// The memory of a lock.
    private final class Storage {
        var state: State
        private let mutex = Mutex(())

        init(_ state: State) { self.state = state }

        func lock() { mutex._unsafeLock() }

        func unlock() { mutex._unsafeUnlock() }

        func lockIfAvailable() -> Bool { mutex._unsafeTryLock() }
    }
}
