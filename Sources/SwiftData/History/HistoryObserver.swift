internal import CoreData
internal import Foundation
public import Observation
internal import StrataTraps
internal import Synchronization

/// Counts the transactions that this process and others write into a container's stores.
///
///     let observer = try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
///     // in a view:
///     .onChange(of: observer.eventCounter) { … }
///
/// The counter changes on the actor that made the observer, some time after the save. Without an
/// actor, it changes on the thread that saved, or on one of the container.
public final class HistoryObserver: Observable, Sendable {
    /// The container whose stores are observed.
    public let modelContainer: ModelContainer
    /// The classes whose changes are counted, with their subclasses; all of them if it is empty.
    public let observedModels: [any PersistentModel.Type]
    /// The authors whose transactions are counted; all transactions if it is empty.
    public let authors: Set<String>

    private struct State {
        var eventCounter = 0
        /// The number of the last transaction that was read, by the identifier of the store.
        var numbers: [String: Int64]
    }

    private let state: Mutex<State>
    private let registrar = ObservationRegistrar()
    private let subscription = Mutex<Subscription?>(nil)

    /// Creates an observer of the transactions after some positions.
    ///
    /// - Parameters:
    ///   - historyTokens: The positions, by the identifier of the store, each of which is a
    ///     ``DefaultHistoryToken``. Transactions that the store has already are counted at once.
    ///     A store without a position is observed from now on.
    ///   - observedModels: The classes whose changes are counted, with their subclasses; without
    ///     any, all.
    ///   - authors: The authors whose transactions are counted; without any, all transactions.
    ///   - modelContainer: The container of the stores.
    ///   - isolation: The actor on which the counter changes.
    /// - Throws: `SwiftDataError.unknownSchema` for a class that the container does not store,
    ///   `SwiftDataError.historyTokenExpired` if the history after a token was deleted,
    ///   `SwiftDataError.invalidTransactionFetchRequest` for a token of another kind or without the
    ///   store; otherwise the error of the store.
    public convenience init(
        historyTokens: [String: any HistoryToken]? = nil, observedModels: [any PersistentModel.Type] = [],
        authors: Set<String> = [], modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(historyTokens ?? [:], observedModels, authors, modelContainer)
        follow(isolation)
    }

    private init(
        _ tokens: [String: any HistoryToken], _ observedModels: [any PersistentModel.Type], _ authors: Set<String>,
        _ container: ModelContainer
    ) throws {
        if let unknown = observedModels.first(where: { container.storage.layout(of: $0) == nil }) {
            throw SwiftDataError.unknownSchema.because("\(unknown) is not in the container's schema, so it has no history.")
        }
        let coordinator = container.storage.coordinator
        var numbers = try coordinator.lastTransactions
        for (store, token) in tokens {
            guard let number = (token as? DefaultHistoryToken)?.numbers[store] else {
                throw SwiftDataError.invalidTransactionFetchRequest.because("The token for the store \(store) is not one of it.")
            }
            try coordinator.requireHistory(after: number, of: store)
            numbers[store] = number
        }
        modelContainer = container
        self.observedModels = observedModels
        self.authors = authors
        state = Mutex(State(numbers: numbers))
    }

    /// The number of transactions that were counted.
    public var eventCounter: Int {
        registrar.access(self, keyPath: \.eventCounter)
        return state.withLock { $0.eventCounter }
    }

    /// The positions up to which transactions were counted, by the identifier of the store.
    public var historyTokens: [String: any HistoryToken] {
        state.withLock { $0.numbers }.reduce(into: [:]) { $0[$1.key] = DefaultHistoryToken([$1.key: $1.value]) }
    }

    // MARK: Following

    private func follow(_ isolation: isolated (any Actor)?) {
        let update: @Sendable () -> Void
        if let isolation {
            // Weak, because the actor may keep the observer.
            update = { [weak self, weak isolation] in
                guard let self, let isolation else { return }
                Task { await self.update(on: isolation) }
            }
        } else {
            update = { [weak self] in self?.update() }
        }
        subscription.withLock { $0 = Subscription(modelContainer.storage.coordinator, update) }
        self.update()
    }

    private func update(on isolation: isolated any Actor) { update() }

    private func update() {
        do {
            let count = try countNew()
            guard count > 0 else { return }
            registrar.withMutation(of: self, keyPath: \.eventCounter) {
                state.withLock { $0.eventCounter += count }
            }
        } catch {
            StandardStream.error.write("The history could not be read for an observer: \(error.localizedDescription)\n")
        }
    }

    /// Returns the number of transactions to count since the last call.
    ///
    /// The history is read without the lock, which readers of the counter need. Of two threads that
    /// read the same transactions, one counts them.
    private func countNew() throws -> Int {
        while true {
            let numbers = state.withLock { $0.numbers }
            let last = try modelContainer.storage.coordinator.lastTransactions
            guard last != numbers else { return 0 }
            let count = try count(after: numbers, through: last)
            let isFirst = state.withLock { state in
                guard state.numbers == numbers else { return false }
                state.numbers = last
                return true
            }
            if isFirst { return count }
        }
    }

    /// Returns the number of transactions to count between two positions.
    private func count(after start: [String: Int64], through last: [String: Int64]) throws -> Int {
        var selection = HistorySelection([
            .token(.greater, NSPersistentHistoryToken(start)), .token(.lessOrEqual, NSPersistentHistoryToken(last)),
        ])
        if !authors.isEmpty { selection.conditions.append(.authors(Array(authors))) }
        // History that was deleted meanwhile cannot be counted.
        selection.acceptsExpiredTokens = true
        selection.readsChanges = !observedModels.isEmpty
        let transactions = try modelContainer.storage.coordinator.history(selection)
        return observedModels.isEmpty
            ? transactions.count : transactions.count { $0.changes?.contains(where: isObserved) == true }
    }

    private func isObserved(_ change: NSPersistentHistoryChange) -> Bool {
        guard let layout = change.changedObjectID.entity.modelLayout as? ModelLayout else { return false }
        return observedModels.contains { layout.modelClass.isKind(of: ModelClass.of($0)) }
    }

    /// The notifications of writes to a coordinator's stores.
    // Safe to share: constant, and a notification center may be used on any thread.
    private final class Subscription: @unchecked Sendable {
        private let observer: any NSObjectProtocol

        init(_ coordinator: NSPersistentStoreCoordinator, _ update: @escaping @Sendable () -> Void) {
            observer = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { _ in update() }
        }

        deinit { NotificationCenter.default.removeObserver(observer) }
    }
}

extension NSPersistentStoreCoordinator {
    /// Throws `SwiftDataError.historyTokenExpired` if the history of a store after a transaction was
    /// deleted.
    fileprivate func requireHistory(after number: Int64, of store: String) throws {
        var selection = HistorySelection([.store(store), .token(.greater, NSPersistentHistoryToken([store: number]))])
        (selection.limit, selection.readsChanges) = (1, false)
        do {
            _ = try history(selection)
        } catch let error as NSError where error.code == NSPersistentHistoryTokenExpiredError {
            throw SwiftDataError.historyTokenExpired.because(error.localizedDescription)
        }
    }
}
