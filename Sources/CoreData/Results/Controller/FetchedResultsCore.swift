internal import Foundation
internal import Predicates
internal import Traps

/// What a fetched results controller is, whatever the type of its results: the results as they were told last, and the telling.
final class FetchedResultsCore {
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    /// How many rows are read at once.
    private let pageSize: () -> Int
    /// Opens what the controller's request asks for now.
    private let open: () throws -> LiveResults
    /// The controller as delegates are given it.
    private let erased: (FetchedResultsCore) -> NSFetchedResultsController<any NSFetchRequestResult>

    private(set) var results: LiveResults?
    /// The results as they were fetched or told last.
    private(set) var arrangement = LiveResults.Arrangement(isOneSection: true)
    /// Which of the results' versions the arrangement is.
    private var version = 0
    private var subscription: LiveResults.Subscription?
    private var listeners: [WeakListener] = []
    /// Set by what stands for a method that the delegate does not have.
    var wasNotHeard = false

    weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        didSet {
            // Nobody was told of what happened without a delegate: its time begins with what is now.
            if oldValue == nil, delegate != nil, livingListeners.isEmpty { takeArrangement() }
        }
    }

    init(
        _ context: NSManagedObjectContext, sectionNameKeyPath: String?, pageSize: @escaping () -> Int,
        open: @escaping () throws -> LiveResults,
        erased: @escaping (FetchedResultsCore) -> NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
        self.pageSize = pageSize
        self.open = open
        self.erased = erased
    }

    func performFetch() throws {
        context.checkQueue("performFetch()")
        let results = try open()
        if let position = results.arrangement.firstOutOfOrder {
            throw NSError(
                code: NSCoreDataError,
                """
                The fetched object at index \(position) has an out of order section name \
                '\(name(ofSection: results.arrangement.place(position).section, of: results.arrangement, results))'. Objects must be sorted \
                by section name: put a sort descriptor for '\(sectionNameKeyPath ?? "")', or for what agrees with it, first.
                """)
        }
        self.results = results
        takeArrangement()
        subscription = results.subscribe { [weak self] results, change in self?.follow(results, change) }
        // What is fetched anew may be anything.
        for listener in livingListeners { listener.add(LiveResults.Change(isReopened: true, touched: nil)) }
    }

    deinit {
        for listener in livingListeners { listener.finish() }
    }

    // MARK: Listening

    private struct WeakListener {
        weak var listener: FetchedResultsListener?
    }

    private var livingListeners: [FetchedResultsListener] { listeners.compactMap(\.listener) }

    /// Somebody who is told of all changes from now on.
    func listen() -> FetchedResultsListener {
        context.checkQueue("changes")
        guard results != nil else {
            trap("The changes of a fetched results controller were asked for before performFetch().")
        }
        // Without a delegate or another listener the results have stayed as they were fetched.
        if delegate == nil, livingListeners.isEmpty { takeArrangement() }
        let listener = FetchedResultsListener(self)
        listeners = livingListeners.map { WeakListener(listener: $0) } + [WeakListener(listener: listener)]
        return listener
    }

    func changes(_ difference: ResultsDifference) -> FetchedResultsChanges {
        FetchedResultsChanges(
            deletedSections: IndexSet(difference.deletedSections), insertedSections: IndexSet(difference.insertedSections),
            objects: zip(difference.rows, opened.objectIDs(difference.rows.map(\.number))).map { row, objectID in
                FetchedResultsChanges.Change(
                    objectID: objectID, type: row.type, indexPath: row.before.map(IndexPath.init),
                    newIndexPath: row.after.map(IndexPath.init))
            })
    }

    // MARK: Reading

    var sections: [FetchedResultsSection] { (0..<arrangement.sectionCount).map { section($0, of: arrangement) } }

    func object(_ position: Int) -> NSManagedObject { object(at: position, of: arrangement) }

    private func object(at position: Int, of arrangement: LiveResults.Arrangement) -> NSManagedObject {
        opened.object(at: position, among: arrangement.numbers, pageSize: pageSize())
    }

    /// Where an object stands; nil where it is not among the results.
    func place(_ object: NSManagedObject) -> ResultsDifference.Place? {
        guard let results, object.managedObjectContext === context else { return nil }
        let marked = object.row.flatMap {
            results.query.covers($0.layout)
                ? arrangement.numbers.position(
                    of: object.number, marked: results.query.mark(NumberedRow(number: object.number, row: $0)))
                : nil
        }
        return (marked ?? arrangement.numbers.positions(of: [object.number]).first).map(arrangement.place)
    }

    private func section(_ number: Int, of arrangement: LiveResults.Arrangement) -> FetchedResultsSection {
        let name = name(ofSection: number, of: arrangement)
        return FetchedResultsSection(
            name: name, indexTitle: indexTitle(ofSectionNamed: name), positions: arrangement.range(ofSection: number) ?? 0..<0,
            object: { self.object(at: $0, of: arrangement) })
    }

    private func name(ofSection number: Int, of arrangement: LiveResults.Arrangement, _ results: LiveResults? = nil) -> String {
        guard let section = (results ?? self.results)?.section else { return "" }
        return section.name(of: arrangement.sections[number].value)
    }

    func indexTitle(ofSectionNamed name: String) -> String? {
        delegate.map { $0.controller(erased(self), sectionIndexTitleForSectionName: name) }
            ?? Self.indexTitle(ofSectionNamed: name)
    }

    static func indexTitle(ofSectionNamed name: String) -> String? { name.first.map { $0.uppercased() } }

    // MARK: Telling

    private func takeArrangement() {
        guard let results else { return }
        (arrangement, version) = (results.arrangement, results.version)
    }

    private func follow(_ results: LiveResults, _ change: LiveResults.Change) {
        // Another's callback for the same change has set a delegate, or begun to listen.
        guard version != results.version else { return }
        let listeners = livingListeners
        defer { for listener in listeners { listener.add(change) } }
        guard let delegate else {
            guard listeners.isEmpty else { return takeArrangement() }
            // New objects that were saved have other keys now; nothing else changes.
            arrangement.numbers.rename(change.renamed)
            return
        }
        let (old, new) = (arrangement, results.arrangement)
        tell(ResultsDifference(change, from: old, to: new), delegate, old, new)
    }

    private func tell(
        _ difference: ResultsDifference, _ delegate: any NSFetchedResultsControllerDelegate, _ old: LiveResults.Arrangement,
        _ new: LiveResults.Arrangement
    ) {
        takeArrangement()
        guard !difference.isEmpty else { return }
        let controller = erased(self)
        if isHeard({ delegate.controller(controller, didChangeContentWith: snapshot(difference)) }) { return }
        if sectionNameKeyPath == nil {
            if isHeard({ delegate.controller(controller, didChangeContentWith: identifiers(difference)) }) { return }
        }
        delegate.controllerWillChangeContent(controller)
        for number in difference.deletedSections {
            delegate.controller(controller, didChange: section(number, of: old), atSectionIndex: number, for: .delete)
        }
        for number in difference.insertedSections {
            delegate.controller(controller, didChange: section(number, of: new), atSectionIndex: number, for: .insert)
        }
        for row in difference.rows {
            delegate.controller(
                controller, didChange: object(row), at: row.before.map(IndexPath.init), for: row.type,
                newIndexPath: row.after.map(IndexPath.init))
        }
        delegate.controllerDidChangeContent(controller)
    }

    private func isHeard(_ call: () -> Void) -> Bool {
        wasNotHeard = false
        call()
        return !wasNotHeard
    }

    /// The object of a row, also of one that is not among the results any more.
    private func object(_ row: ResultsDifference.Row) -> NSManagedObject {
        row.after.flatMap(arrangement.position).map(object) ?? opened.object(row.number)
    }

    /// What was fetched; traps before `performFetch()`.
    var opened: LiveResults {
        guard let results else {
            trap("A fetched results controller was asked before performFetch(): call that first.")
        }
        return results
    }

    private func snapshot(_ difference: ResultsDifference) -> NSDiffableDataSourceSnapshotReference {
        let arrangement = arrangement
        return NSDiffableDataSourceSnapshotReference(
            arrangement, name: { self.name(ofSection: $0, of: arrangement) }, objectIDs: opened.objectIDs,
            changed: difference.rows.filter { $0.before != nil && $0.after != nil }.map(\.number))
    }

    private func identifiers(_ difference: ResultsDifference) -> CollectionDifference<NSManagedObjectID> {
        var changes: [CollectionDifference<NSManagedObjectID>.Change] = []
        for (row, objectID) in zip(difference.rows, opened.objectIDs(difference.rows.map(\.number))) {
            if let place = row.before {
                changes.append(.remove(offset: place.row, element: objectID, associatedWith: row.after?.row))
            }
            if let place = row.after {
                changes.append(.insert(offset: place.row, element: objectID, associatedWith: row.before?.row))
            }
        }
        guard let difference = CollectionDifference(changes) else {
            trap("A change of fetched results names a place twice.")
        }
        return difference
    }
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
    /// The first position whose section's value had a section before; nil where each value has one section.
    fileprivate var firstOutOfOrder: Int? {
        var values: Set<Value> = []
        return sections.first { !values.insert($0.value).inserted }?.range.lowerBound
    }
}
