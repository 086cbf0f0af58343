public import CoreData
internal import Foundation
internal import StrataTraps

/// The results of a ``SectionedFetchRequest``: a random-access collection of sections. Each section
/// is a collection that reads objects when they are accessed.
///
/// It keeps the members and the order that the results had when the view accessed them. It uses the
/// memory of a few references, independent of the number of results.
@MainActor @preconcurrency
public struct SectionedFetchResults<SectionIdentifier: Hashable, Result: NSFetchRequestResult>: RandomAccessCollection {
    private let storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage
    // Safe: see `FetchedResults`.
    private nonisolated(unsafe) let snapshot: RequestResults.Snapshot

    init(storage: SectionedFetchRequest<SectionIdentifier, Result>.Storage) {
        self.storage = storage
        snapshot = storage.request.snapshot
    }

    /// A section: consecutive results with equal section identifiers.
    @MainActor @preconcurrency
    public struct Section: Identifiable, RandomAccessCollection {
        /// The section identifier that all results of the section share. Several sections have the
        /// same identifier if the order separates equal values.
        // Safe, as the snapshot, from which it comes.
        public nonisolated(unsafe) let id: SectionIdentifier
        private nonisolated let rows: Range<Int>
        private nonisolated(unsafe) let snapshot: RequestResults.Snapshot

        fileprivate nonisolated init(_ id: SectionIdentifier, _ rows: Range<Int>, of snapshot: RequestResults.Snapshot) {
            self.id = id
            self.rows = rows
            self.snapshot = snapshot
        }

        /// The position of the first result in the section: 0.
        public nonisolated var startIndex: Int { 0 }
        /// The position after the last result in the section: the number of its results.
        public nonisolated var endIndex: Int { rows.count }

        /// Returns the result at a position in the section. If its row is not in memory, reads the
        /// page around it.
        public nonisolated subscript(position: Int) -> Result {
            require(indices.contains(position), "Position \(position) is not in a section of \(rows.count) objects.")
            return snapshot.result(at: rows.lowerBound + position)
        }
    }

    /// The position of the first section: 0.
    public nonisolated var startIndex: Int { 0 }
    /// The position after the last section: the number of sections.
    public nonisolated var endIndex: Int { snapshot.sections.count }

    /// Returns the section at a position. Reads no objects.
    public nonisolated subscript(position: Int) -> Section {
        let section = snapshot.sections[position]
        return Section(section.identifier(as: SectionIdentifier.self), section.range, of: snapshot)
    }

    /// Whether the results may differ from a fresh fetch, because the store could not be read. They
    /// keep their last rows, and the view is evaluated again when the value changes. Strata's own.
    public var isStale: Bool { storage.request.staleSince != nil }

    /// The time since when the results are stale; nil if they are current. Strata's own.
    public var staleSince: Date? { storage.request.staleSince }

    /// The error of the last fetch, or of an update of its results; nil if it succeeded. Strata's
    /// own, after `fetchError` of Apple's `Query`.
    public var fetchError: (any Error)? { storage.request.error }

    /// The order of the results. Setting it fetches again.
    public var nsSortDescriptors: [NSSortDescriptor] {
        get { storage.request.configuration.sortDescriptors }
        nonmutating set { storage.request.configuration.sortDescriptors = newValue }
    }

    /// The predicate that results match; nil for all objects. Setting it fetches again.
    public var nsPredicate: NSPredicate? {
        get { storage.request.configuration.predicate }
        nonmutating set { storage.request.configuration.predicate = newValue }
    }

    /// The key path to the section identifier. Setting it fetches again. Identifiers of another
    /// type need another request.
    public var sectionIdentifier: KeyPath<Result, SectionIdentifier> {
        get { storage.sectionIdentifier }
        nonmutating set { storage.set(storage.request.configuration, sectionIdentifier: newValue) }
    }
}

extension SectionedFetchResults where Result: NSManagedObject {
    /// The order of the results, as Swift's sort descriptors. Omits descriptors that Swift's cannot
    /// express, such as those whose key is a string. Setting it fetches again.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        nonmutating set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

/// Counts the rows of sections without visiting them, so that a list makes only the sections around
/// its visible rows.
extension SectionedFetchResults: CountedSections {
    package nonisolated func rowCount(before section: Int) -> Int {
        section < snapshot.sections.count ? snapshot.sections[section].range.lowerBound : snapshot.count
    }

    package nonisolated func section(ofRow row: Int) -> Int { snapshot.sections.section(at: row).section }
}
