internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The part of a fetched results controller that does not depend on the type of its results.
///
/// A live result changes as soon as its context does. A controller must not: while its delegate
/// handles one change, `object(at:)` and `sections` have to agree with the index paths of that
/// change. So the core holds an `arrangement`, the row IDs and sections of the result at one
/// moment, and answers from it. It costs a few references (see `KeyList`).
///
///     performFetch()     opens or finds the live result; the arrangement is its present state
///     a change           compares the arrangement with the result's new state, makes that the
///                        arrangement, and notifies the delegate
///     no one observes    the arrangement stays as fetched, as Apple documents for controllers
///                        without a delegate; only temporary IDs are replaced by permanent ones
///
/// Delegates are notified in Apple's order: will change, deleted sections, inserted sections,
/// objects, did change. A fetch passes a snapshot only. All of a delegate's methods are optional. On
/// Apple's platforms, the Objective-C runtime knows which ones a delegate implements. Here, the
/// default implementations of the methods with a snapshot and with a collection difference set
/// `wasNotHeard`, and the core continues with the next kind of notification.
final class FetchedResultsCore {
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    /// Returns the number of rows to read together.
    private let pageSize: () -> Int
    /// Returns the live result for the controller's request as it is now.
    private let open: () throws -> LiveResults
    /// Returns the dictionaries or the count that the controller's request asks for; nil for objects.
    private let fetchValues: () throws -> [Any]?
    /// The controller that made this core, whose class may have index titles of its own.
    weak var owner: (any FetchedResultsOwner)?
    /// Returns the controller under the type that delegate methods take.
    private let erased: (FetchedResultsCore) -> NSFetchedResultsController<any NSFetchRequestResult>

    private(set) var results: LiveResults?
    /// The dictionaries or the count that were fetched instead of objects.
    private(set) var values: FetchedValues?
    /// The results as they were fetched or last reported.
    private(set) var arrangement = LiveResults.Arrangement(isOneSection: true) {
        didSet { knownSections = nil }
    }
    /// The sections of the arrangement, once they were read.
    private var knownSections: [any NSFetchedResultsSectionInfo]?
    /// The revision of the live result that the arrangement shows.
    private var revision = 0
    /// Objects that were handed out of an arrangement that the live result has left, because no one
    /// observes: it still shows them.
    private var stale: Set<NSManagedObject> = []
    private var subscription: LiveResults.Subscription?
    private var listeners: [WeakListener] = []
    /// The controller to pass to the delegate while the titles of all sections are read.
    private var asking: NSFetchedResultsController<any NSFetchRequestResult>?
    /// Set by the default implementation of a delegate method, which runs if the delegate has none.
    var wasNotHeard = false
    /// Whether the delegate may have the method with a snapshot: false once it was found not to.
    private var mayHearSnapshots = true

    weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        didSet {
            mayHearSnapshots = true
            // It may have other index titles.
            knownSections = nil
            // Changes from the time without a delegate are not reported to the new one.
            if oldValue == nil, delegate != nil, livingListeners.isEmpty { updateArrangement() }
        }
    }

    init(
        _ context: NSManagedObjectContext, sectionNameKeyPath: String?, pageSize: @escaping () -> Int,
        open: @escaping () throws -> LiveResults, values: @escaping () throws -> [Any]?,
        erased: @escaping (FetchedResultsCore) -> NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.pageSize = pageSize
        self.open = open
        fetchValues = values
        self.erased = erased
    }

    func performFetch() throws {
        context.checkQueue("performFetch()")
        if let fetched = try fetchValues() { return try keep(fetched) }
        let results = try open()
        if let position = results.arrangement.firstOutOfOrder {
            throw NSError(
                code: NSCoreDataError,
                """
                The fetched object at index \(position) has an out of order section name \
                '\(results.arrangement.name(ofSection: results.arrangement.place(position).section, by: results.section))'. Objects must be sorted \
                by section name: put a sort descriptor for '\(sectionNameKeyPath ?? "")', or for a key that keeps equal values together, first.
                """)
        }
        if let former = self.results { results.keepObjects(of: former) }
        for object in stale { results.keep(object) }
        self.results = results
        values = nil
        updateArrangement()
        subscription = results.subscribe { [weak self] results, change in self?.follow(results, change) }
        // A new fetch may have changed any row.
        for listener in livingListeners { listener.add(LiveResults.Change(isReopened: true, touched: nil)) }
        if let delegate, mayHearSnapshots { notifyOfSnapshot(changed: [], delegate) }
    }

    /// Makes dictionaries or a count the results. They stay as they were fetched.
    private func keep(_ fetched: [Any]) throws {
        guard delegate == nil else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                A fetched results controller with a delegate cannot fetch dictionaries or a count, because it does not know when they \
                change. Remove the delegate, or set the request's resultType to .managedObjectResultType.
                """)
        }
        values = FetchedValues(fetched, sectionKey: sectionNameKeyPath)
        (results, subscription, stale) = (nil, nil, [])
        arrangement = LiveResults.Arrangement(isOneSection: true)
    }

    /// Whether `performFetch()` has succeeded.
    var isFetched: Bool { results != nil || values != nil }

    deinit {
        for listener in livingListeners { listener.finish() }
    }

    // MARK: Listening

    private struct WeakListener {
        weak var listener: FetchedResultsListener?
    }

    private var livingListeners: [FetchedResultsListener] { listeners.compactMap(\.listener) }

    /// Returns a listener that collects all changes from now on.
    func listen() -> FetchedResultsListener {
        context.checkQueue("changes")
        guard isFetched else {
            trap("The changes of a fetched results controller were read before performFetch(). Call that first.")
        }
        // Without a delegate or another listener, the results have stayed as they were fetched.
        if delegate == nil, livingListeners.isEmpty { updateArrangement() }
        let listener = FetchedResultsListener(self)
        listeners = livingListeners.map { WeakListener(listener: $0) } + [WeakListener(listener: listener)]
        return listener
    }

    func changes(_ difference: ResultsDifference) -> FetchedResultsChanges {
        FetchedResultsChanges(
            deletedSections: IndexSet(difference.deletedSections), insertedSections: IndexSet(difference.insertedSections),
            objects: zip(difference.rows, opened.objectIDs(difference.rows.map(\.rowID))).map { row, objectID in
                FetchedResultsChanges.Change(
                    objectID: objectID, type: row.type, indexPath: row.before.map(IndexPath.init),
                    newIndexPath: row.after.map(IndexPath.init))
            })
    }

    // MARK: Reading

    /// The sections of the arrangement. O(1) after the first access.
    var sections: [any NSFetchedResultsSectionInfo] {
        if let knownSections { return knownSections }
        if let values {
            let sections: [any NSFetchedResultsSectionInfo] = values.sections.map { section in
                FetchedValuesSection(self, section.name, Array(values.all[section.positions]))
            }
            knownSections = sections
            return sections
        }
        let whole = SectionedArrangement(self, opened, arrangement)
        let sections: [any NSFetchedResultsSectionInfo] = (0..<arrangement.sectionCount).map(whole.section)
        knownSections = sections
        return sections
    }

    /// The index titles of the sections.
    var indexTitles: [String?] {
        asking = delegate.map { _ in erased(self) }
        defer { asking = nil }
        return sections.map(\.indexTitle)
    }

    func object(_ position: Int) -> NSManagedObject { object(at: position, of: arrangement) }

    /// Returns the object at a position of the arrangement, or of an earlier one.
    func object(at position: Int, of arrangement: LiveResults.Arrangement) -> NSManagedObject {
        let object = opened.handOut(at: position, among: arrangement.rowIDs, pageSize: pageSize())
        if revision != opened.revision { stale.insert(object) }
        return object
    }

    /// Returns the position of an object; nil if it is not in the results. Usually finds it by its
    /// sort prefix, or finds at once that the present results do not have it.
    func place(_ object: NSManagedObject) -> ResultsDifference.Place? {
        // Row IDs repeat in other hierarchies of entities.
        guard let results, object.managedObjectContext === context,
            object.layout.hierarchy == results.query.layout.hierarchy, !results.isMissing(object.rowID, at: revision)
        else { return nil }
        let marked = object.row.flatMap {
            results.query.covers($0.layout)
                ? arrangement.rowIDs.position(
                    of: object.rowID, sortPrefix: results.query.sortPrefix(IdentifiedRow(rowID: object.rowID, row: $0)))
                : nil
        }
        return (marked ?? arrangement.rowIDs.positions(of: [object.rowID]).first).map(arrangement.place)
    }

    /// Returns the index title for a section name, from the method that the controller's class may
    /// override.
    func title(ofSectionNamed name: String) -> String? {
        if let owner { owner.sectionIndexTitle(forSectionName: name) } else { indexTitle(ofSectionNamed: name) }
    }

    /// Returns the index title for a section name: the delegate's answer or, without a delegate, the
    /// first letter.
    func indexTitle(ofSectionNamed name: String) -> String? {
        delegate.map { $0.controller(asking ?? erased(self), sectionIndexTitleForSectionName: name) }
            ?? Self.indexTitle(ofSectionNamed: name)
    }

    static func indexTitle(ofSectionNamed name: String) -> String? { name.first.map { $0.uppercased() } }

    // MARK: Notifying the delegate

    /// Makes the arrangement the present state of the live result.
    private func updateArrangement() {
        guard let results else { return }
        (arrangement, revision) = (results.arrangement, results.revision)
        stale = []
    }

    /// Handles a change of the live result.
    private func follow(_ results: LiveResults, _ change: LiveResults.Change) {
        // If another subscriber's handler for this change has set the delegate or called
        // `listen()`, the arrangement shows the change already.
        guard revision != results.revision else { return }
        let listeners = livingListeners
        defer { for listener in listeners { listener.add(change) } }
        guard let delegate else {
            guard listeners.isEmpty else { return updateArrangement() }
            // No one observes: only the temporary IDs of saved objects are replaced.
            arrangement.rowIDs.replaceIDs(change.temporaryIDs)
            stale.formUnion(results.leaving)
            return
        }
        let (old, new) = (arrangement, results.arrangement)
        let difference = ResultsDifference(change, from: old, to: new)
        updateArrangement()
        if !difference.isEmpty {
            notify(difference, delegate, old, new)
        } else if mayHearSnapshots, results.hasAny(of: change.temporaryIDs.keys) {
            // The items of the last snapshot were temporary IDs, which identify nothing any more.
            notifyOfSnapshot(changed: changed(difference), delegate)
        }
        if change.changesStaleness { delegate.controllerDidChangeStaleness(erased(self)) }
    }

    private func notify(
        _ difference: ResultsDifference, _ delegate: any NSFetchedResultsControllerDelegate, _ old: LiveResults.Arrangement,
        _ new: LiveResults.Arrangement
    ) {
        if notifyOfSnapshot(changed: changed(difference), delegate) { return }
        let controller = erased(self)
        if sectionNameKeyPath == nil {
            if isHeard({ delegate.controller(controller, didChangeContentWith: identifiers(difference)) }) { return }
        }
        delegate.controllerWillChangeContent(controller)
        let (before, after) = (SectionedArrangement(self, opened, old), SectionedArrangement(self, opened, new))
        for index in difference.deletedSections {
            delegate.controller(controller, didChange: before.section(index), atSectionIndex: index, for: .delete)
        }
        for index in difference.insertedSections {
            delegate.controller(controller, didChange: after.section(index), atSectionIndex: index, for: .insert)
        }
        for row in difference.rows {
            delegate.controller(
                controller, didChange: object(row), at: row.before.map(IndexPath.init), for: row.type,
                newIndexPath: row.after.map(IndexPath.init))
        }
        delegate.controllerDidChangeContent(controller)
    }

    /// Passes a snapshot to the delegate. Returns whether it has a method for that.
    ///
    /// - Parameter changed: The rows that were in the results before and have new values.
    @discardableResult
    private func notifyOfSnapshot(changed: [RowID], _ delegate: any NSFetchedResultsControllerDelegate) -> Bool {
        mayHearSnapshots = isHeard { delegate.controller(erased(self), didChangeContentWith: snapshot(changed: changed)) }
        return mayHearSnapshots
    }

    private func changed(_ difference: ResultsDifference) -> [RowID] {
        difference.rows.filter { $0.before != nil && $0.after != nil }.map(\.rowID)
    }

    /// Returns whether the delegate implements the method that `call` calls.
    private func isHeard(_ call: () -> Void) -> Bool {
        wasNotHeard = false
        call()
        return !wasNotHeard
    }

    /// Returns the object of a row, also if the row has left the results.
    private func object(_ row: ResultsDifference.Row) -> NSManagedObject {
        row.after.flatMap(arrangement.position).map(object) ?? opened.object(row.rowID)
    }

    /// The live result. Traps before `performFetch()`.
    var opened: LiveResults {
        guard let results else {
            trap("The results of a fetched results controller were read before performFetch(). Call that first.")
        }
        return results
    }

    private func snapshot(changed: [RowID]) -> NSDiffableDataSourceSnapshotReference {
        let (arrangement, key) = (arrangement, opened.section)
        return NSDiffableDataSourceSnapshotReference(
            arrangement, name: { arrangement.name(ofSection: $0, by: key) }, objectIDs: opened.objectIDs,
            layout: opened.query.layout, changed: changed)
    }

    private func identifiers(_ difference: ResultsDifference) -> CollectionDifference<NSManagedObjectID> {
        var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
        for (row, objectID) in zip(difference.rows, opened.objectIDs(difference.rows.map(\.rowID))) {
            if let place = row.before {
                changes.append(.remove(offset: place.row, element: objectID, associatedWith: row.after?.row))
            }
            if let place = row.after {
                changes.append(.insert(offset: place.row, element: objectID, associatedWith: row.before?.row))
            }
        }
        guard let difference = CollectionDifference(changes) else {
            trap("A change of fetched results contains a position twice.")
        }
        return difference
    }
}

/// A controller, whatever the type of its results.
protocol FetchedResultsOwner: AnyObject {
    func sectionIndexTitle(forSectionName sectionName: String) -> String?
}

extension ResultsDifference.Row {
    fileprivate var type: NSFetchedResultsChangeType {
        before == nil ? .insert : after == nil ? .delete : isMoved ? .move : .update
    }
}

extension IndexPath {
    fileprivate init(_ place: ResultsDifference.Place) { self.init(row: place.row, section: place.section) }
}

extension LiveResults.Arrangement {
    /// The first position of the first section that has the same value as an earlier one; nil if
    /// all values differ.
    fileprivate var firstOutOfOrder: Int? {
        var values: Set<Value> = []
        return sections.first { !values.insert($0.value).inserted }?.range.lowerBound
    }
}
