import CoreData
import Foundation
import Observation
import StrataViewGraph
import Synchronization
internal import StrataTraps

/// The state that a view keeps for its fetch request: the configuration, and the live results for
/// it.
///
/// `@FetchRequest` and `@SectionedFetchRequest` are thin: a view value is created for each
/// evaluation and then discarded, so it cannot keep state. The state is a `LiveRequest`, in the
/// storage of the view's node. This is its life:
///
/// 1. The view appears. `_install` finds or creates the `LiveRequest`, and takes the context from
///    the environment. `update()`, before each evaluation of the body, passes it the configuration
///    that the view declares. If that differs from the last one, live results are opened for it:
///    those that another view already uses for an equal request, if there are any.
/// 2. The body reads `wrappedValue`: a collection around a snapshot of the results
///    (`FetchedResults`). The read is registered with Observation, and reads no objects. The body,
///    or the list in it, accesses positions, and each object is read with the page around it.
/// 3. A change of the context reaches the live results, which place the changed rows and notify
///    their subscribers. `recordChange` discards the snapshot and reports a mutation to
///    Observation, which invalidates every view that has read it. Several changes before the next
///    flush are one update.
/// 4. The graph evaluates these bodies, which read a new snapshot. Lists are arranged again, and
///    the differences on the screen are sent as one patch.
/// 5. An assignment through `$quakes` changes the configuration. The results are opened again when
///    they are next read, or with the next `update()`.
///    If the store cannot be read when results are updated, they keep their rows and are stale
///    (`error`, `staleSince`), which invalidates the views that ask for these. Each evaluation reads
///    again, and so does each change of the context.
/// 6. The view disappears, and its node releases the `LiveRequest`. That cancels the subscription,
///    and the live results are released with their last user.
///
/// For example, three browser tabs show `@FetchRequest(sortDescriptors: []) var quakes` with one
/// context. Then `quake.magnitude = 6` places one row, invalidates three views, and sends three
/// patches.
///
/// An app may use the context on another queue than the main one. What changes there is read when
/// the main queue gets to it.
///
/// **Invariant:** a snapshot is used until a change of the results discards it, so all reads during
/// one evaluation see the same members in the same order. Without snapshots, a body could access a
/// position that no longer exists, because a row was removed while it ran.
///
/// The same holds for an action: a change while it runs marks the snapshot, and the action's own
/// reads return it to its end. A loop over positions that deletes and saves row by row finds each
/// row where the user saw it. An action that sets the configuration reads the new results.
///
/// The animation of a request applies to changes that no other transaction covers: a change inside
/// `withAnimation` keeps its own, and a change inside `withAnimation(.none)` has none. A `List`
/// shows changes of the results of a request that has an animation with the default animation.
@MainActor
final class LiveRequest: Observable {
    private let registrar = ObservationRegistrar()
    /// The configuration that the view declares. An assignment through `$quakes` changes `current`
    /// only.
    private var declared: RequestConfiguration?
    private var current: RequestConfiguration?
    private var context: NSManagedObjectContext?
    private var results: RequestResults?
    /// The snapshot that reads return; nil after a change. A change in an action leaves it: it is
    /// discarded by the first read after the action, or before the next evaluation.
    private var seen: RequestResults.Snapshot?
    /// The action during which the results have changed since `seen` was read; nil if they have not.
    /// Only this action still reads the snapshot.
    private var changingAction: RunningAction?
    /// The transaction for changes of the results that are made outside any transaction.
    private var transaction: Transaction?
    private var subscription: LiveResults.Subscription?
    /// The observer of saves, for results that are dictionaries or counts. The store computes
    /// these, so an edit changes them only when it is saved.
    private var saves: ContextObserver?
    private var isOutdated = true
    /// Whether the results have changed on another queue since the main queue last read them.
    private nonisolated let missesChange = Atomic(false)
    /// The error for which no results could be opened; nil if they were.
    private var openError: (any Error)?
    /// The error of the last read of the results; nil if it succeeded.
    private var readError: (any Error)?
    /// The time of the first fetch or read that failed since one succeeded; nil if none did.
    private var failedSince: Date?
    /// The values that were read last, for results that are dictionaries or counts.
    private var lastValues: RequestResults.Snapshot?
    /// The observer of changes of the context, after which results that could not be opened are
    /// opened again.
    private var changes: ContextObserver?
    /// The error of the last fetch, or of the last update of its results; nil if it succeeded.
    var error: (any Error)? {
        registrar.access(self, keyPath: \.snapshot)
        return openError ?? readError ?? results?.live.fetchError
    }
    /// The time since when the results may differ from a fresh fetch; nil if they do not.
    var staleSince: Date? { error == nil ? nil : failedSince ?? results?.live.staleSince }
    /// Whether the results of the last fetch in the same context stay after a fetch that failed.
    private let keepsResults: Bool
    /// The read that a request which no view has warns of; nil for the request of a view's node.
    private let earlyRead: EarlyRead?
    /// Called after results were opened.
    var onOpen: (() -> Void)?
    /// Returns whether views show a change of the results; nil if they show all. Called for each
    /// change.
    var showsChange: ((LiveResults, LiveResults.Change) -> Bool)?

    /// Creates a request without results.
    ///
    /// - Parameter keepsResults: Whether the results of the last fetch in the same context stay after
    ///   a fetch that failed.
    nonisolated init(keepsResults: Bool = false) {
        self.keepsResults = keepsResults
        earlyRead = nil
    }

    /// Creates a request that no view has: it keeps a configuration, and never has results.
    init(_ earlyRead: EarlyRead, _ configuration: RequestConfiguration) {
        keepsResults = false
        self.earlyRead = earlyRead
        current = configuration
    }

    /// Adopts the configuration that the view declares, if it differs from the last one, and opens
    /// results if necessary.
    ///
    /// - Parameter transaction: The transaction for changes that are made outside any transaction.
    /// - Returns: Whether the configuration or the context differs from the last one.
    @discardableResult
    func update(
        declared configuration: RequestConfiguration, transaction: Transaction?, context: NSManagedObjectContext
    ) -> Bool {
        self.transaction = transaction
        let isOther = declared != configuration || self.context !== context
        if isOther {
            declared = configuration
            current = configuration
            lastValues = nil
            // Those of another context would not be the objects that the view asks for.
            if self.context !== context { (results, subscription) = (nil, nil) }
            self.context = context
            isOutdated = true
        }
        if changingAction != nil { discardSnapshot() }
        if isOutdated || openError != nil {
            open()
        } else if readError != nil {
            discardSnapshot()
        } else {
            results?.live.readAgain()
        }
        return isOther
    }

    /// The current configuration. Setting another one invalidates the views that read the results.
    var configuration: RequestConfiguration {
        get {
            registrar.access(self, keyPath: \.configuration)
            guard let current else { trap("A fetch request has no configuration. Update it before reading it.") }
            return current
        }
        set {
            guard newValue != current else { return }
            publish {
                registrar.withMutation(of: self, keyPath: \.configuration) {
                    current = newValue
                    isOutdated = true
                    lastValues = nil
                }
            }
        }
    }

    /// Whether reads return results from before a change of the running action.
    var isBehind: Bool { changingAction != nil && changingAction === RunningAction.current }

    /// The results as they are now, or as the running action saw them before it changed them. Empty if
    /// they could not be read.
    var snapshot: RequestResults.Snapshot {
        if let earlyRead { return .early(earlyRead) }
        registrar.access(self, keyPath: \.snapshot)
        registrar.access(self, keyPath: \.configuration)
        // An action that has set the configuration reads the new results at once.
        if isOutdated { open() }
        if let seen, changingAction == nil || isBehind { return seen }
        changingAction = nil
        let snapshot = reporting(in: \.readError) { try results?.snapshot() } ?? lastValues ?? .empty
        if case .values = snapshot { lastValues = snapshot }
        seen = snapshot
        return snapshot
    }

    /// Opens the results for the current configuration, and subscribes to their changes.
    private func open() {
        guard let current, let context else { return }
        require(
            context.persistentStoreCoordinator != nil,
            """
            A fetch request found no managed object context in its environment. Add \
            .environment(\\.managedObjectContext, container.viewContext) to a view above the one that fetches.
            """)
        require(
            context.isUsedOnMainQueue,
            """
            A fetch request found a context of a private queue in its environment. Views run on the main actor: pass them \
            container.viewContext, or another context with the main queue's concurrency type.
            """)
        isOutdated = false
        discardSnapshot()
        let previous = results
        let opened = reporting(in: \.openError) { try RequestResults(current, in: context) }
        changes = nil
        if opened == nil {
            changes = ContextObserver(.NSManagedObjectContextObjectsDidChange, of: context) { [weak self] in
                onMainActor { [weak self] in self?.openAgain() }
            }
            if keepsResults { return }
        }
        results = opened
        if let previous { results?.live.keepObjects(of: previous.live) }
        subscription = results?.live.subscribe { [weak self] results, change in
            // Called wherever the context was changed.
            guard isOnMainQueue else {
                self?.recordMissedChange()
                return
            }
            MainActor.assumeIsolated { self?.recordChange(results, change) }
        }
        onOpen?()
        saves = nil
        if case .values? = results {
            saves = ContextObserver(.NSManagedObjectContextDidSave, of: context) { [weak self] in
                onMainActor { [weak self] in self?.recordChange() }
            }
        }
    }

    /// Opens results that could not be opened, after a change of the context.
    private func openAgain() {
        guard openError != nil else { return }
        open()
        if openError == nil { recordChange() }
    }

    /// Returns the result of `body`. If it throws, keeps the error, writes it to standard error, and
    /// returns nil.
    private func reporting<Value>(
        in property: ReferenceWritableKeyPath<LiveRequest, (any Error)?>, _ body: () throws -> Value?
    ) -> Value? {
        do {
            let value = try body()
            self[keyPath: property] = nil
            if openError == nil, readError == nil { failedSince = nil }
            return value
        } catch {
            // The first error is enough for the log.
            let isKnown = self[keyPath: property] != nil
            self[keyPath: property] = error
            if failedSince == nil { failedSince = Date() }
            if isKnown { return nil }
            let entity = current?.request.entityName ?? ""
            StandardStream.error.write(
                "A fetch request on \(entity) failed: \(error.localizedDescription)\n")
            return nil
        }
    }

    /// Discards the snapshot or keeps it for the running action, and notifies observers if they show the
    /// change.
    private func recordChange(_ results: LiveResults, _ change: LiveResults.Change) {
        if catchUp() { return }
        if let showsChange, !showsChange(results, change), !change.changesStaleness {
            outdateSnapshot(change)
            return
        }
        recordChange(change)
    }

    /// Records that the results have changed on another queue than the main one.
    private nonisolated func recordMissedChange() {
        missesChange.store(true, ordering: .releasing)
        onMainActor { [weak self] in _ = self?.catchUp() }
    }

    /// Discards what was made of the results before changes on another queue. Returns whether there
    /// were any.
    private func catchUp() -> Bool {
        guard missesChange.exchange(false, ordering: .acquiringAndReleasing) else { return false }
        onOpen?()
        recordChange()
        return true
    }

    private func recordChange(_ change: LiveResults.Change? = nil) {
        outdateSnapshot(change)
        publish(isOfResults: true) { registrar.withMutation(of: self, keyPath: \.snapshot) {} }
    }

    /// Keeps the snapshot for the rest of the running action, or discards it if there is none.
    private func outdateSnapshot(_ change: LiveResults.Change?) {
        guard let action = RunningAction.current, changingAction == nil || changingAction === action else {
            discardSnapshot()
            return
        }
        if seen == nil { return }
        changingAction = action
        if let change { seen?.replaceIDs(change) }
    }

    private func discardSnapshot() { (seen, changingAction) = (nil, nil) }

    /// Reports a change to Observation: in the transaction of the code that makes the change or, if
    /// there is none, in the request's own.
    ///
    /// - Parameter isOfResults: Whether the results have changed, and not the request.
    private func publish(isOfResults: Bool = false, _ change: () -> Void) {
        guard Transaction.current == nil, var transaction else { return change() }
        transaction.isOfResults = isOfResults
        withTransaction(transaction, change)
    }
}

/// Calls a handler for each notification of a context with a name, until it is released.
private final class ContextObserver {
    private let token: any NSObjectProtocol

    init(_ name: Notification.Name, of context: NSManagedObjectContext, _ handler: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in handler() }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
