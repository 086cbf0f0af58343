public import CoreData
internal import StrataTraps

/// The results of a ``SectionedFetchRequest``: a random-access collection of sections. Each section
/// is a collection that reads objects when they are accessed.
///
/// Keeps the members and order from the moment when the view accessed it. It takes only the memory
/// of a few references, independent of the number of results.
public struct SectionedFetchResults<SectionIdentifier: Hashable, Result: NSFetchRequestResult>: RandomAccessCollection {
    private let storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage
    private let snapshot: RequestResults.Snapshot

    @MainActor init(storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage) {
        self.storage = storage
        snapshot = storage.request.snapshot
    }

    /// A section: consecutive results with equal section identifiers.
    public struct Section: Identifiable, RandomAccessCollection {
        /// The section identifier that all results of the section share. Two sections have the same
        /// one if the order separates equal values.
        public let id: SectionIdentifier
        let rows: Range<Int>
        let snapshot: RequestResults.Snapshot

        public var startIndex: Int { 0 }
        public var endIndex: Int { rows.count }

        /// Returns the result at a position in the section. If its row is not in memory, reads the
        /// page around it.
        public subscript(position: Int) -> Result {
            require(indices.contains(position), "Position \(position) is not in a section of \(rows.count) objects.")
            return snapshot.result(at: rows.lowerBound + position)
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { snapshot.sections.count }

    /// Returns the section at an index. Reads no objects.
    public subscript(position: Int) -> Section {
        let section = snapshot.sections[position]
        return Section(id: section.identifier(as: SectionIdentifier.self), rows: section.range, snapshot: snapshot)
    }

    /// The order of the results. Setting it fetches again.
    @MainActor public var nsSortDescriptors: [NSSortDescriptor] {
        get { storage.request.configuration.sortDescriptors }
        nonmutating set { storage.request.configuration.sortDescriptors = newValue }
    }

    /// The predicate that results match; nil for all objects. Setting it fetches again.
    @MainActor public var nsPredicate: NSPredicate? {
        get { storage.request.configuration.predicate }
        nonmutating set { storage.request.configuration.predicate = newValue }
    }

    /// The key path to the section identifier. Setting it fetches again. A key path to another type
    /// needs another request.
    @MainActor public var sectionIdentifier: KeyPath<Result, SectionIdentifier> {
        get { storage.sectionIdentifier }
        nonmutating set { storage.set(storage.request.configuration, sectionIdentifier: newValue) }
    }
}

extension SectionedFetchResults where Result: NSManagedObject {
    /// The order of the results, as Swift's sort descriptors. Leaves out those that Swift's cannot
    /// express, such as descriptors with a name as their key. Setting it fetches again.
    @MainActor public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        nonmutating set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

// So that a list makes only the sections around its visible rows.
extension SectionedFetchResults: CountedSections {
    package func rowCount(before section: Int) -> Int {
        section < snapshot.sections.count ? snapshot.sections[section].range.lowerBound : snapshot.count
    }

    package func section(ofRow row: Int) -> Int { snapshot.sections.section(at: row).section }
}
