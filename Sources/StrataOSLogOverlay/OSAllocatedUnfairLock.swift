import Synchronization

/// A lock together with the state that it protects.
///
/// Copies share the lock and the state: the lock is a `Mutex` of the standard library in an
/// allocation of its own.
// Safe to share: the state is accessed only while the lock is held.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private let storage: Storage

    /// Creates a lock that protects a state, which need not be Sendable.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Calls a closure with the state while the lock is held, and returns its result.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        storage.lock()
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Calls a closure with the state while the lock is held, and returns its result; returns `nil`
    /// at once if the lock is held already.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard storage.lockIfAvailable() else { return nil }
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Calls a closure with the state while the lock is held, and returns its result.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls a closure with the state while the lock is held, and returns its result; returns `nil`
    /// at once if the lock is held already.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock that protects a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Waits until the lock is available, and acquires it. The same thread must call `unlock()`.
    public func lock() { storage.lock() }

    /// Releases the lock.
    public func unlock() { storage.unlock() }

    /// Acquires the lock unless it is held already, and returns whether it did.
    public func lockIfAvailable() -> Bool { storage.lockIfAvailable() }

    /// Calls a closure while the lock is held, and returns its result.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls a closure while the lock is held, and returns its result.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Calls a closure while the lock is held, and returns its result; returns `nil` at once if the
    /// lock is held already.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Calls a closure while the lock is held, and returns its result; returns `nil` at once if the
    /// lock is held already.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }
}

extension OSAllocatedUnfairLock {
    /// The allocation that copies of a lock share.
    private final class Storage {
        var state: State
        private let mutex = Mutex(())

        init(_ state: State) { self.state = state }

        func lock() { mutex._unsafeLock() }

        func unlock() { mutex._unsafeUnlock() }

        func lockIfAvailable() -> Bool { mutex._unsafeTryLock() }
    }
}
