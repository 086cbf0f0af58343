internal import Foundation
internal import Traps
package import Predicates

/// The result of a fetch, kept up to date without fetching again.
///
/// Holds the primary keys of all matching rows in order, each with eight bytes of its first sort key, and the runs of equal section
/// values; objects are made, and rows read, when somebody looks at them. Each change of the context (an edit, a save, a merge) is applied by
/// reading the rows that it may concern only, testing the predicate and placing each row by binary search.
///
/// Belongs to its context's queue.
package final class LiveResults {
    /// Rows that follow each other and share a section value.
    package struct Section: Hashable, Sendable {
        package let value: Value
        package let range: Range<Int>
    }

    let query: StoreQuery
    let section: SectionKey?
    // The context's pool holds its results weakly; a result is of no use without its context.
    let context: NSManagedObjectContext

    /// The keys in order, with the marks of their rows; negative for objects that were not saved yet. With a window also those before it and
    /// some behind it.
    var placed = KeyList()
    /// Which keys are placed.
    var members = NumberSet(KeyList())
    /// Whether all matching rows are placed; else there may be others behind the last one.
    var isComplete = true
    /// Rows that were placed by values which are not saved.
    var unsaved: [Int64: SortedRow] = [:]
    /// What the request's limit and offset leave; nil for everything.
    var window: ResultsWindow?
    /// The sections of what is shown.
    package var sections = SectionRuns()
    /// Whether `open` is at work, which asks objects for their sections at the end.
    var isOpening = false
    /// Whether the last rows that were placed needed no other rows to be read.
    var isPlacedByMarks = true
    /// How far in the coordinator's changes the result is; see `ChangeFeed`.
    var sequence: UInt64 = 0
    /// How many writes of which nobody knows what they changed the coordinator had noticed when the result was opened.
    var writesUnknown = 0
    /// The last change that the pool gave it.
    var round = 0
    var subscribers: [Int: (LiveResults, Change) -> Void] = [:]
    var lastSubscriber = 0
    /// Counts the changes that subscribers are told of.
    var version = 0

    /// The rows that a page of the display reads at once.
    static let pageSize = 64

    /// Opens the result: one statement, stepped once, or what the cache has. Throws what the store reports.
    init(_ query: StoreQuery, section: SectionKey?, in context: NSManagedObjectContext, cache: ResultsCache? = nil) throws {
        self.query = query
        self.section = section
        self.context = context
        try open(cache: cache)
    }

    /// The live result for a request, the same one for equal requests of one context while anybody holds it.
    ///
    /// - Parameter sectionKey: what the sections go by: an attribute, a path of to-one relationships to one, or a key that objects answer to.
    /// - Throws: what the store reports, and an error for a predicate with a pattern that is no regular expression.
    package static func shared(
        entity: NSEntityDescription, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor], sectionKey: String?,
        fetchLimit: Int = 0, fetchOffset: Int = 0, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let own = context.model.entitiesByName[entity.name ?? ""] ?? entity
        return try shared(
            entity: own, predicate: predicate, sortDescriptors: sortDescriptors,
            section: sectionKey.map { SectionKey($0, of: own) },
            fetchLimit: fetchLimit, fetchOffset: fetchOffset, in: context)
    }

    /// The same with sections by whatever can divide a result.
    package static func shared(
        entity: NSEntityDescription, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor], section: SectionKey?,
        fetchLimit: Int = 0, fetchOffset: Int = 0, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let layout = (context.model.entitiesByName[entity.name ?? ""] ?? entity).layout
        let query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
            sectionPath: section?.queryPath)
        return try context.liveResults.shared(query, section: section, in: context)
    }

    /// The live result for a fetch request; see the other forms.
    package static func shared<T>(
        request: NSFetchRequest<T>, sectionKey: String?, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        try shared(request: request, section: { entity in sectionKey.map { SectionKey($0, of: entity) } }, in: context)
    }

    /// - Parameter section: what the sections of the request's entity go by.
    package static func shared<T>(
        request: NSFetchRequest<T>, section: (NSEntityDescription) -> SectionKey?, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let key = section(request.layout(in: context).entity)
        let query = try request.query(in: context, sectionPath: key?.queryPath)
        return try context.liveResults.shared(query, section: key, in: context)
    }

    /// The live result for a fetch request as a fetch finds it now: another than what is held, unless that is known to be the same.
    ///
    /// - Parameter cache: what may spare reading the store, and keeps what was read.
    static func fetched<T>(
        _ request: NSFetchRequest<T>, section: (NSEntityDescription) -> SectionKey?, in context: NSManagedObjectContext,
        cache: ResultsCache? = nil
    ) throws -> LiveResults {
        context.processPendingChanges()
        let key = section(request.layout(in: context).entity)
        let query = try request.query(in: context, sectionPath: key?.queryPath)
        return try context.liveResults.fetched(query, section: key, in: context, cache: cache)
    }

    // MARK: Reading

    /// The keys of the result, in order.
    var numbers: KeyList { window?.numbers ?? placed }

    /// How many rows the result has.
    package var count: Int { window?.numbers.count ?? placed.count }

    /// The object at a position. Where its row was not read yet, the page around it is read in one go.
    package func object(at position: Int) -> NSManagedObject { object(at: position, among: numbers) }

    /// The object at a position of this result, or of an earlier state of it.
    ///
    /// - Parameter pageSize: how many rows are read at once.
    func object(at position: Int, among numbers: KeyList, pageSize: Int = LiveResults.pageSize) -> NSManagedObject {
        let number = numbers[position]
        let key = RowKey(query.layout, number)
        if let object = context.registry[key], object.row != nil { return object }
        if context.readsStoreDirectly, let row = context.coordinator.cache[key] {
            return context.object(query.layout, number, row: row)
        }
        let start = position - position % pageSize
        let rows = rows(numbers[start..<min(start + pageSize, numbers.count)])
        return rows[number].map { context.object(query.layout, number, row: $0) } ?? object(number)
    }

    /// Stored rows by key. Traps where the store cannot be read: what shows a result has no way to throw.
    func rows(_ numbers: some Collection<Int64>) -> [Int64: Row] {
        do {
            return try context.source.rows(query.layout, numbers, maxAge: context.stalenessInterval)
        } catch {
            trap("Rows of \(query.layout.name) could not be read: \(error.localizedDescription)")
        }
    }
}
