internal import Foundation
internal import Traps
public import Observation

/// The results of a fetch as an observable object, for whoever shows them without SwiftUI: a server, a command-line tool, another toolkit.
///
///     let quakes = try FetchedResultsObserver(fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "day")
///     withObservationTracking {
///         for section in quakes.sections { print(section.name, section.objects.count) }
///     } onChange: {
///         // Read again, later.
///     }
///     try quakes.fetch(NSPredicate(format: "magnitude > 5"), sortDescriptors: quakes.sortDescriptors)
///
/// Ours; it is what `@SectionedFetchRequest` is to a view. Collections that it gives are the results as they were when they were asked for, and read objects when these
/// are looked at, a page at a time. Requests of one context that ask the same share their results. Use it on its context's queue.
public final class FetchedResultsObserver<Result: NSFetchRequestResult>: Observable {
    private let registrar = ObservationRegistrar()
    private let request: NSFetchRequest<Result>
    private let section: SectionKey?
    private var live: LiveResults
    private var subscription: LiveResults.Subscription?
    public let managedObjectContext: NSManagedObjectContext

    /// Fetches. Throws what the store reports, and an error for a predicate that cannot be used.
    ///
    /// - Parameters:
    ///   - fetchRequest: what is fetched; later changes of this request do not count.
    ///   - sectionNameKeyPath: what sections go by, as for a fetched results controller.
    public convenience init(
        fetchRequest: NSFetchRequest<Result>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String? = nil
    ) throws {
        try self.init(fetchRequest, context) { layout in sectionNameKeyPath.map { SectionKey($0, of: layout.entity) } }
    }

    /// The same with sections by a Swift key path, also to a computed property.
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
            "A FetchedResultsObserver has objects or identifiers; the request for '\(fetchRequest.entityName ?? "")' asks for something else."
        )
        request = NSFetchRequest<Result>()
        request.takeOver(fetchRequest)
        let key = section(fetchRequest.layout(in: context))
        self.section = key
        managedObjectContext = context
        live = try LiveResults.fetched(request, section: { _ in key }, in: context)
        subscribe()
    }

    // MARK: Results

    /// The objects in order.
    public var objects: Objects {
        registrar.access(self, keyPath: \.objects)
        return Objects(snapshot: live.snapshot, range: 0..<live.count)
    }

    /// The objects in sections; one for all where there is nothing that sections go by.
    public var sections: Sections {
        registrar.access(self, keyPath: \.objects)
        return Sections(snapshot: live.snapshot, key: section)
    }

    // MARK: What is asked

    /// Which objects are fetched; nil for all. See ``fetch(_:sortDescriptors:)``.
    public var predicate: NSPredicate? {
        registrar.access(self, keyPath: \.predicate)
        return request.predicate
    }

    public var sortDescriptors: [NSSortDescriptor] {
        registrar.access(self, keyPath: \.predicate)
        return request.sortDescriptors ?? []
    }

    /// Asks for something else. Throws what the store reports, and leaves things as they were then.
    public func fetch(_ predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor]) throws {
        managedObjectContext.checkQueue("fetch(_:sortDescriptors:)")
        let former = (request.predicate, request.sortDescriptors)
        (request.predicate, request.sortDescriptors) = (predicate, sortDescriptors)
        do {
            let section = section
            let other = try LiveResults.fetched(request, section: { _ in section }, in: managedObjectContext)
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
    /// Objects of a result as it was at one moment.
    public struct Objects: RandomAccessCollection {
        fileprivate let snapshot: LiveResults.Snapshot
        fileprivate let range: Range<Int>

        public var startIndex: Int { 0 }
        public var endIndex: Int { range.count }

        /// The object at a position; reads a page of neighbours where its row is not at hand.
        public subscript(position: Int) -> Result {
            require(indices.contains(position), "Position \(position) is not in a result of \(range.count) objects.")
            return snapshot.object(at: range.lowerBound + position)
        }
    }

    /// Neighbours that have the same value of what sections go by.
    public struct Section {
        /// The value as text; empty where there is none.
        public let name: String
        public let objects: Objects
    }

    /// The sections of a result as it was at one moment.
    public struct Sections: RandomAccessCollection {
        fileprivate let snapshot: LiveResults.Snapshot
        fileprivate let key: SectionKey?

        public var startIndex: Int { 0 }
        public var endIndex: Int { key == nil ? 1 : snapshot.sections.count }

        public subscript(position: Int) -> Section {
            guard let key else { return Section(name: "", objects: Objects(snapshot: snapshot, range: 0..<snapshot.count)) }
            let section = snapshot.sections[position]
            return Section(name: key.name(of: section.value), objects: Objects(snapshot: snapshot, range: section.range))
        }
    }
}
