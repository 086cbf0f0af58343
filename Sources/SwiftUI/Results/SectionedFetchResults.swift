public import CoreData
internal import Traps

/// The sections of a ``SectionedFetchRequest``: a collection of collections, cheap to hold, that reads an object when it is asked for.
public struct SectionedFetchResults<SectionIdentifier: Hashable, Result: NSFetchRequestResult>: RandomAccessCollection {
    private let storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage
    private let snapshot: RequestResults.Snapshot

    @MainActor init(storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage) {
        self.storage = storage
        snapshot = storage.request.snapshot
    }

    /// Neighbours with the same section identifier.
    public struct Section: Identifiable, RandomAccessCollection {
        public let id: SectionIdentifier
        let rows: Range<Int>
        let snapshot: RequestResults.Snapshot

        public var startIndex: Int { 0 }
        public var endIndex: Int { rows.count }

        /// The object at a position in the section; reads a page of neighbours where it is not at hand.
        public subscript(position: Int) -> Result {
            require(indices.contains(position), "Position \(position) is not in a section of \(rows.count) objects.")
            return snapshot.result(at: rows.lowerBound + position)
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { snapshot.sections.count }

    public subscript(position: Int) -> Section {
        let section = snapshot.sections[position]
        return Section(id: section.identifier(as: SectionIdentifier.self), rows: section.range, snapshot: snapshot)
    }

    @MainActor public var nsSortDescriptors: [NSSortDescriptor] {
        get { storage.request.configuration.sortDescriptors }
        nonmutating set { storage.request.configuration.sortDescriptors = newValue }
    }

    @MainActor public var nsPredicate: NSPredicate? {
        get { storage.request.configuration.predicate }
        nonmutating set { storage.request.configuration.predicate = newValue }
    }

    /// What the sections go by. Another type of identifier takes another request.
    @MainActor public var sectionIdentifier: KeyPath<Result, SectionIdentifier> {
        get { storage.sectionIdentifier }
        nonmutating set { storage.set(storage.request.configuration, sectionIdentifier: newValue) }
    }
}

extension SectionedFetchResults where Result: NSManagedObject {
    /// The order, as far as Swift's descriptors can say it: one made from a name instead of a key path is not among them.
    @MainActor public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        nonmutating set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}
