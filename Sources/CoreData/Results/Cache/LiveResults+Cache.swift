internal import Foundation
internal import Predicates

extension LiveResults {
    /// What a result is kept under: the cache, the one store that is asked, and all that decides what is found in it.
    struct CachePlace {
        let cache: ResultsCache
        let store: SQLiteStore
        let question: String
    }

    /// Where this result can be kept; nil where that makes no sense: several stores, or one without a history, a part of the rows, what goes by the clock or
    /// by what objects compute.
    func place(in cache: ResultsCache) -> CachePlace? {
        let stores = context.coordinator.stores.stores(for: query)
        // The format has all digits of a number and a date, the other their types.
        let predicate = "\(query.predicate.format) \(String(reflecting: query.predicate))"
        guard context.readsStoreDirectly, query.limit == 0, query.offset == 0, stores.count == 1, stores[0].keepsHistory,
            section?.isComputed != true, !query.isVolatile
        else { return nil }
        let question = [
            Self.program, Locale.current.identifier, stores[0].uuid, "\(stores[0].keySpace.number(0))",
            context.model.versionChecksum,
            query.layout.name, "\(query.includesSubentities)", predicate,
            query.sorts.map { "\($0.keyPath) \($0.ascending) \($0.comparison.rawValue)" }.joined(separator: ", "),
            section?.text ?? "",
        ]
        return CachePlace(cache: cache, store: stores[0], question: question.joined(separator: "\n"))
    }

    /// Another program may put rows in order in another way.
    private static let program: String = {
        let attributes = Bundle.main.executablePath.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
        return "\(time ?? 0) \(attributes?[.size] ?? 0)"
    }()

    /// Takes the rows and sections out of the cache and brings them up to date; false where nothing is of use.
    func openCached(_ place: CachePlace) throws -> Bool {
        guard let results = place.cache.results(of: place.question) else { return false }
        // Rows at hand are as the changes leave them.
        context.coordinator.learnOfOthers()
        let changes: ChangeSet
        switch try place.store.changes(since: results.moment, atMost: max(256, results.count / 4)) {
        case .nothing: changes = ChangeSet()
        case .changes(let since): changes = since
        case .unknown: return false
        }
        placed = results.numbers
        members = NumberSet(placed)
        sections = results.sections
        if var touched = touched(by: [changes]) {
            touched.formUnion(Touched(own: try context.numbersAffected(query)))
            if touched.isEmpty || placeAtOpening(touched, changes) { return true }
        }
        clear()
        return false
    }

    /// Has the cache keep the result as the store gave it.
    ///
    /// - Parameter moment: one before the store was read: of what was written since its history tells.
    func keep(in place: CachePlace, _ moment: HistoryMoment) throws {
        guard try context.numbersAffected(query).isEmpty else { return }
        if let results = CachedResults(place.question, moment, placed, sections) { place.cache.keep(results) }
    }
}
