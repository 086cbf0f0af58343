public import Foundation
internal import StrataTraps
public import Observation

/// The results of a fetch as an observable object, for programs without SwiftUI: a server, a
/// command-line tool, another toolkit.
///
///     let quakes = try FetchedResultsObserver(
///         fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day")
///     withObservationTracking {
///         for section in quakes.sections { print(section.name, section.objects.count) }
///     } onChange: {
///         // Read again, later.
///     }
///     try quakes.fetch(
///         NSPredicate(format: "magnitude > 5"), sortDescriptors: quakes.sortDescriptors)
///
/// Apple has no counterpart; it does what `@SectionedFetchRequest` does for a view. The collections
/// that it returns keep the members and order from the moment of the access. Their objects are read
/// when they are accessed, a page at a time. Equal requests of one context share their results. Use
/// an observer on its context's queue.
public final class FetchedResultsObserver<Result: NSFetchRequestResult>: Observable {
    private let registrar = ObservationRegistrar()
    private let request: NSFetchRequest<Result>
    private let section: SectionKey?
    private var live: LiveResults
    private var subscription: LiveResults.Subscription?
    /// The context whose objects are fetched, and on whose queue the observer is used.
    public let managedObjectContext: NSManagedObjectContext

    /// Fetches the results, and keeps them current from then on.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied: later changes of it have no effect.
    ///   - context: The context to fetch in. Call this initializer on its queue.
    ///   - sectionNameKeyPath: The key path that divides objects into sections, as for a fetched
    ///     results controller; nil for one section.
    /// - Throws: The store's errors, and an error for a predicate that cannot be used.
    public convenience init(
        fetchRequest: NSFetchRequest<Result>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String? = nil
    ) throws {
        try self.init(fetchRequest, context) { layout in sectionNameKeyPath.map { SectionKey($0, of: layout.entity) } }
    }

    /// Fetches the results, with sections by a Swift key path, which may lead to a computed
    /// property.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied: later changes of it have no effect.
    ///   - context: The context to fetch in. Call this initializer on its queue.
    ///   - sectionNameKeyPath: The key path that divides objects into sections.
    /// - Throws: The store's errors, and an error for a predicate that cannot be used.
    public convenience init<Identifier: Hashable>(
        fetchRequest: NSFetchRequest<Result>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: KeyPath<Result, Identifier>
    ) throws {
        try self.init(fetchRequest, context) { SectionKey(sectionNameKeyPath, of: $0.entity) }
    }

    private init(
        _ fetchRequest: NSFetchRequest<Result>, _ context: NSManagedObjectContext, _ section: (EntityLayout) -> SectionKey?
    ) throws {
        context.checkQueue("FetchedResultsObserver")
        require(
            fetchRequest.resultType.isSubset(of: .managedObjectIDResultType),
            "A FetchedResultsObserver has objects or object IDs. Set the resultType of the request for '\(fetchRequest.entityName ?? "")'."
        )
        request = NSFetchRequest<Result>()
        request.copySettings(of: fetchRequest)
        let key = section(fetchRequest.layout(in: context))
        self.section = key
        managedObjectContext = context
        live = try LiveResults.fetched(request, section: { _ in key }, in: context)
        subscribe()
    }

    // MARK: Results

    /// All objects in order.
    public var objects: Objects {
        registrar.access(self, keyPath: \.objects)
        return Objects(snapshot: live.snapshot, range: 0..<live.count)
    }

    /// The objects in sections. Without a section key, all objects are one section with an empty
    /// name.
    public var sections: Sections {
        registrar.access(self, keyPath: \.objects)
        return Sections(snapshot: live.snapshot, key: section)
    }

    // MARK: Staleness

    /// Whether the results may differ from a fresh fetch, because the store could not be read when
    /// they had to be updated. They keep their last rows, and are updated with the next change or
    /// merge of the context after which it can be read.
    public var isStale: Bool { staleSince != nil }

    /// The time of the first update that failed; nil if the results are current.
    public var staleSince: Date? {
        registrar.access(self, keyPath: \.objects)
        return live.staleSince
    }

    /// The error for which the results could not be updated; nil if they are current.
    public var fetchError: (any Error)? {
        registrar.access(self, keyPath: \.objects)
        return live.fetchError
    }

    // MARK: The request

    /// The predicate that fetched objects match; nil for all objects. ``fetch(_:sortDescriptors:)``
    /// sets it.
    public var predicate: NSPredicate? {
        registrar.access(self, keyPath: \.predicate)
        return request.predicate
    }

    /// The order of the objects. ``fetch(_:sortDescriptors:)`` sets it.
    public var sortDescriptors: [NSSortDescriptor] {
        registrar.access(self, keyPath: \.predicate)
        return request.sortDescriptors ?? []
    }

    /// Fetches other objects, or in another order, and notifies observers.
    ///
    /// - Throws: The store's errors. The results and the request then stay as they were.
    public func fetch(_ predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor]) throws {
        managedObjectContext.checkQueue("fetch(_:sortDescriptors:)")
        let former = (request.predicate, request.sortDescriptors)
        (request.predicate, request.sortDescriptors) = (predicate, sortDescriptors)
        do {
            let section = section
            let other = try LiveResults.fetched(request, section: { _ in section }, in: managedObjectContext)
            other.keepObjects(of: live)
            registrar.withMutation(of: self, keyPath: \.predicate) {
                registrar.withMutation(of: self, keyPath: \.objects) { live = other }
            }
            subscribe()
        } catch {
            (request.predicate, request.sortDescriptors) = former
            throw error
        }
    }

    private func subscribe() {
        subscription = live.subscribe { [weak self] _, _ in
            guard let self else { return }
            registrar.withMutation(of: self, keyPath: \.objects) {}
        }
    }
}

extension FetchedResultsObserver {
    /// A collection of the objects that were in the results, or in a section, at one moment.
    public struct Objects: RandomAccessCollection {
        fileprivate let snapshot: LiveResults.Snapshot
        fileprivate let range: Range<Int>

        public var startIndex: Int { 0 }
        public var endIndex: Int { range.count }

        /// Returns the object at a position. If its row is not in memory, reads the page around it.
        public subscript(position: Int) -> Result {
            require(indices.contains(position), "Position \(position) is not in a result of \(range.count) objects.")
            return snapshot.object(at: range.lowerBound + position)
        }
    }

    /// Consecutive objects with equal values at the section key path.
    public struct Section {
        /// The section's value as text; empty if there is none.
        public let name: String
        /// The objects of the section, in order.
        public let objects: Objects
    }

    /// A collection of the sections that were in the results at one moment.
    public struct Sections: RandomAccessCollection {
        fileprivate let snapshot: LiveResults.Snapshot
        fileprivate let key: SectionKey?

        public var startIndex: Int { 0 }
        public var endIndex: Int { key == nil ? 1 : snapshot.sections.count }

        /// Returns the section at an index. Reads no objects.
        public subscript(position: Int) -> Section {
            guard let key else { return Section(name: "", objects: Objects(snapshot: snapshot, range: 0..<snapshot.count)) }
            let section = snapshot.sections[position]
            return Section(name: key.name(of: section.value), objects: Objects(snapshot: snapshot, range: section.range))
        }
    }
}
