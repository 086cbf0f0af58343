internal import Foundation
internal import StrataPredicates

// # A cache of results that outlives the program
//
// A controller with a `cacheName` writes the row IDs, prefixes and sections of what it fetched to a
// file, together with the position in the store's history at which they were read. The next fetch
// under the name reads the file, asks the history which rows changed since that position, and
// places those rows as it would place any change. The query does not run.
//
// This needs one store that keeps a history, and a result that depends on its rows and nothing
// else. So a result is not cached if its context has a parent or a pinned generation, if it has a
// limit, an offset or computed sections, or if its predicate is volatile, for example because it
// reads the time. If more than 256 changes, and more than a quarter of the rows, follow the
// position, or if the history no longer has them, the query runs as it would without a cache.
extension LiveResults {
    /// The key of a cached result: the cache, the store, and the text that identifies the request
    /// and the store.
    struct CachePlace {
        let cache: ResultsCache
        let store: any StoreEngine
        let requestKey: String
    }

    /// Returns the key for this result in a cache; nil if the result cannot be kept.
    func place(in cache: ResultsCache) -> CachePlace? {
        let stores = context.coordinator.stores.stores(for: query)
        // The format has all digits of numbers and dates, and the reflection has their types.
        let predicate = "\(query.predicate.format) \(String(reflecting: query.predicate))"
        guard context.readsStoreDirectly, query.limit == 0, query.offset == 0, stores.count == 1, stores[0].keepsHistory,
            section?.isComputed != true, !query.isVolatile
        else { return nil }
        // Not localized: the order of the rows may depend on the process's locale.
        let parts = [
            Self.program, Locale.current.identifier, stores[0].uuid, "\(stores[0].keySpace.rawValue)",
            context.model.versionChecksum,
            query.layout.name, "\(query.includesSubentities)", predicate,
            query.sorts.map { "\($0.keyPath) \($0.ascending) \($0.comparison.rawValue)" }.joined(separator: ", "),
            section?.text ?? "",
        ]
        return CachePlace(cache: cache, store: stores[0].engine, requestKey: parts.joined(separator: "\n"))
    }

    /// The executable's modification date and size. Another build may put rows in another order.
    private static let program: String = {
        // Ignored: without attributes, all builds share one cache. A wrong order lasts until the
        // next write.
        let attributes = Bundle.main.executablePath.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
        return "\(time ?? 0) \(attributes?[.size] ?? 0)"
    }()

    /// Reads the result from the cache and brings it up to date. Returns false if that is not
    /// possible.
    func openCached(_ place: CachePlace) throws -> Bool {
        guard let results = place.cache.results(of: place.requestKey) else { return false }
        // Evicts externally changed rows from the row cache, so that the rows read below are
        // current.
        context.coordinator.pullExternalChanges()
        let changes: ChangeSet
        switch try place.store.changes(since: results.position, atMost: max(256, results.count / 4)) {
        case .nothing: changes = ChangeSet()
        case .changes(let since): changes = since
        case .unknown, .unlisted: return false
        }
        placed = results.rowIDs
        members = RowIDSet(placed)
        sections = results.sections
        if var touched = try touched(by: [changes]) {
            touched.formUnion(AffectedRows(own: try context.affectedRowIDs(query)))
            if try touched.isEmpty || placeAtOpening(touched, changes) { return true }
        }
        clear()
        return false
    }

    /// Writes the result to the cache, unless unsaved changes are part of it.
    ///
    /// - Parameter position: The position in the history from before the store was read. The history
    ///   lists all later commits.
    func keep(in place: CachePlace, _ position: StorePosition) throws {
        guard try context.affectedRowIDs(query).isEmpty else { return }
        if let results = CachedResults(place.requestKey, position, placed, sections) { place.cache.keep(results) }
    }
}
