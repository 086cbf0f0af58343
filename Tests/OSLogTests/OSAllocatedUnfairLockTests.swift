import Testing
import os

struct OSAllocatedUnfairLockTests {
    @Test func `a state is changed by one thread at a time`() async {
        let count = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } } }
        }
        #expect(count.withLock { $0 } == 4_000)
    }

    @Test func `a lock without a state is held from lock to unlock`() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable { true } == nil)
        lock.unlock()
        #expect(lock.lockIfAvailable())
        lock.unlock()
        #expect(lock.withLock { 3 } == 3)
    }

    @Test func `an error of the closure releases the lock`() {
        struct Failure: Error {}
        let lock = OSAllocatedUnfairLock(uncheckedState: [1])
        #expect(throws: Failure.self) { try lock.withLockUnchecked { _ in throw Failure() } }
        #expect(lock.withLockIfAvailableUnchecked { $0.count } == 1)
    }

    @Test func `a lock that is held is left alone, with a state and without`() {
        let state = OSAllocatedUnfairLock(initialState: 1)
        #expect(
            state.withLockIfAvailable {
                $0 += 1; return $0
            } == 2)
        #expect(state.withLock { _ in state.withLockIfAvailable { $0 } } == nil)
        let lock = OSAllocatedUnfairLock()
        #expect(lock.withLockUnchecked { 3 } == 3)
        #expect(lock.withLockIfAvailableUnchecked { 4 } == 4)
        #expect(lock.withLockUnchecked { lock.withLockIfAvailableUnchecked { 4 } } == nil)
    }
}
