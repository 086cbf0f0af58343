import Foundation
import Synchronization

@testable import CoreData

/// Lets reads of a container's stores fail, as a failing disk does, until the owner is released.
final class FailingReads: Sendable {
    private struct State {
        var count = 0
        var failing: @Sendable (Int) -> Bool = { _ in false }
    }

    private let state = Mutex(State())
    private let stores: [SQLiteEngine]

    init(_ container: NSPersistentContainer) {
        stores = container.persistentStoreCoordinator.stores.stores.map(\.sqlite)
        for store in stores { store.readInterceptor.set { [weak self] in try self?.read() } }
    }

    deinit {
        for store in stores { store.readInterceptor.set(nil) }
    }

    private func read() throws {
        let fails = state.withLock { state in
            state.count += 1
            return state.failing(state.count)
        }
        if fails { throw Self.error }
    }

    /// The number of reads so far.
    var count: Int { state.withLock { $0.count } }

    /// Whether all reads fail.
    var isOn: Bool {
        get { state.withLock { $0.failing(0) } }
        set { fail { _ in newValue } }
    }

    /// Chooses the reads that fail, by their number, which counts from 1 from now on.
    func fail(_ failing: @escaping @Sendable (Int) -> Bool) { state.withLock { $0 = State(failing: failing) } }

    private static let sentence = "The disk failed."

    static var error: NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.fileReadUnknown.rawValue,
            userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Whether an error is that of a failed read, or was caused by one.
    static func caused(_ error: any Error) -> Bool {
        let error = error as NSError
        if error.localizedDescription == sentence { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(caused) ?? false
    }
}

extension NSPersistentContainer {
    /// Makes the next read of each row one of the store.
    func forgetRows() { persistentStoreCoordinator.cache.forgetAll() }
}
