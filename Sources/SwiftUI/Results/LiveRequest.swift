import CoreData
import Foundation
import Observation
import ViewGraph
internal import Traps

/// What a view keeps for a fetch request: its configuration, and the live results that answer it.
///
/// The results belong to the context and are shared by all requests that ask the same, in whatever window. Reads of them go through
/// Observation, so that the bodies which read them are evaluated again after each change.
@MainActor
final class LiveRequest: Observable {
    private let registrar = ObservationRegistrar()
    /// The configuration in the view's source; the current one may have been set since.
    private var declared: RequestConfiguration?
    private var current: RequestConfiguration?
    private var context: NSManagedObjectContext?
    private var results: RequestResults?
    /// The results as somebody last saw them; nil after a change.
    private var seen: RequestResults.Snapshot?
    /// How changes of the results are drawn that no code asks to be drawn otherwise.
    private var transaction: Transaction?
    private var subscription: LiveResults.Subscription?
    /// Where the results are values of the store, which know nothing of a change before it is saved.
    private var saves: SaveObserver?
    private var isOutdated = true

    nonisolated init() {}

    /// Takes the configuration that the view declares, where it is another than last time, and opens results if need be.
    ///
    /// - Parameter transaction: how changes of the results are drawn where the code that makes them does not say.
    /// - Returns: Whether it was another.
    @discardableResult
    func update(
        declared configuration: RequestConfiguration, transaction: Transaction?, context: NSManagedObjectContext
    ) -> Bool {
        self.transaction = transaction
        let isOther = declared != configuration || self.context !== context
        if isOther {
            declared = configuration
            current = configuration
            self.context = context
            isOutdated = true
        }
        if isOutdated { open() }
        return isOther
    }

    var configuration: RequestConfiguration {
        get {
            registrar.access(self, keyPath: \.configuration)
            guard let current else {
                trap("A fetch request was read before its view was shown. Read it in body, an action or a task.")
            }
            return current
        }
        set {
            guard newValue != current else { return }
            drawn {
                registrar.withMutation(of: self, keyPath: \.configuration) {
                    current = newValue
                    isOutdated = true
                }
            }
        }
    }

    /// The results as they are now; empty where they could not be read.
    var snapshot: RequestResults.Snapshot {
        registrar.access(self, keyPath: \.snapshot)
        registrar.access(self, keyPath: \.configuration)
        // After a change of the configuration, actions that go on see what they asked for.
        if isOutdated { open() }
        if let seen { return seen }
        let snapshot = reporting { try results?.snapshot() } ?? .empty
        seen = snapshot
        return snapshot
    }

    private func open() {
        guard let current, let context else { return }
        require(
            context.persistentStoreCoordinator != nil,
            """
            A fetch request found no managed object context in its environment. Add \
            .environment(\\.managedObjectContext, container.viewContext) to a view above the one that fetches.
            """)
        isOutdated = false
        seen = nil
        results = reporting { try RequestResults(current, in: context) }
        subscription = results?.live.subscribe { [weak self] _, _ in
            MainActor.assumeIsolated { self?.noteChange() }
        }
        saves = nil
        if case .values? = results {
            saves = SaveObserver(context) { [weak self] in MainActor.assumeIsolated { self?.noteChange() } }
        }
    }

    /// What `body` gives; nil, and a line in the log, where it fails.
    private func reporting<Value>(_ body: () throws -> Value?) -> Value? {
        do {
            return try body()
        } catch {
            let entity = current?.request.entityName ?? ""
            let message = "A fetch request on \(entity) failed and shows nothing: \(error.localizedDescription)\n"
            try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
            return nil
        }
    }

    private func noteChange() {
        seen = nil
        drawn { registrar.withMutation(of: self, keyPath: \.snapshot) {} }
    }

    /// Tells of a change in the transaction of the code that makes it or, where there is none, in the request's own.
    private func drawn(_ tell: () -> Void) {
        guard Transaction.current == nil, let transaction else { return tell() }
        withTransaction(transaction, tell)
    }
}

/// Calls a handler after each save of a context, for as long as it lives.
private final class SaveObserver {
    private let token: any NSObjectProtocol

    init(_ context: NSManagedObjectContext, _ handler: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(forName: .NSManagedObjectContextDidSave, object: context, queue: nil) {
            _ in
            handler()
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
