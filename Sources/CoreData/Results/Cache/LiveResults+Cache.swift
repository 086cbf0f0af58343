internal import Foundation
internal import Predicates
internal import RuntimeShims

extension LiveResults {
    /// What a result is kept under: the cache, the one store that is asked, and all that decides what is found in it.
    struct CachePlace {
        let cache: ResultsCache
        let store: SQLiteStore
        let question: String
    }

    /// Where this result can be kept; nil where that makes no sense: several stores, or one without a history, a part of the rows, what goes by the clock.
    func place(in cache: ResultsCache) -> CachePlace? {
        let stores = context.coordinator.stores.stores(for: query)
        let predicate = query.predicate.format
        guard context.readsStoreDirectly, query.limit == 0, query.offset == 0, stores.count == 1, stores[0].keepsHistory,
            !["now()", "random"].contains(where: predicate.contains)
        else { return nil }
        let question = [
            Self.program, Locale.current.identifier, stores[0].uuid, "\(stores[0].keySpace.number(0))",
            context.model.versionChecksum,
            query.layout.name, "\(query.includesSubentities)", predicate,
            query.sorts.map { "\($0.keyPath) \($0.ascending) \($0.comparison.rawValue)" }.joined(separator: ", "),
            section.map { "\($0.isComputed ? "computed" : "stored") \(Self.relocated($0.text))" } ?? "",
        ]
        return CachePlace(cache: cache, store: stores[0], question: question.joined(separator: "\n"))
    }

    /// Another program may compute sections, or order rows, in another way.
    private static let program: String = {
        let attributes = Bundle.main.executablePath.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
        return "\(time ?? 0) \(attributes?[.size] ?? 0)"
    }()

    /// A key path to a computed property prints an address, which lies elsewhere in each run: it becomes a place in the file that it is loaded from.
    private static func relocated(_ text: String) -> String {
        text.replacing(#/0x([0-9a-f]+)/#) { match in
            guard let address = UInt(match.1, radix: 16), let pointer = UnsafeRawPointer(bitPattern: address),
                let base = image_base(pointer)
            else { return String(match.0) }
            return "\(pointer - base)"
        }
    }

    /// Takes the rows, and the sections that a store has, out of the cache, and brings them up to date.
    ///
    /// - Returns: whether the store is as it was, and the sections that objects computed, by row; nil where nothing is of use.
    func openCached(_ place: CachePlace) throws -> (isCurrent: Bool, sections: [Int64: Value])? {
        guard let results = place.cache.results(of: place.question) else { return nil }
        let changes: ChangeSet
        switch try place.store.changes(since: results.transaction) {
        case .nothing: changes = ChangeSet()
        // Who knows what an object computes its section of.
        case .changes(let since) where section?.isComputed != true: changes = since
        case .changes, .unknown: return nil
        }
        placed = results.numbers
        members = NumberSet(placed)
        sections = results.sections
        guard var touched = touched(by: [changes]), touched.count <= max(256, placed.count / 4) else {
            clear()
            return nil
        }
        touched.formUnion(Touched(own: try context.numbersAffected(query)))
        var computed: [Int64: Value] = [:]
        if section?.isComputed == true {
            computed = sectionsKept(except: touched.all)
            sections = SectionRuns()
        }
        guard touched.isEmpty || placeAtOpening(touched, changes) else {
            clear()
            return nil
        }
        return (changes.isEmpty, computed)
    }

    /// Has the cache keep the result as it is, if all of it is saved.
    ///
    /// - Parameter transaction: the store's last before it was read: of what was written since its history tells.
    func keep(in place: CachePlace, _ transaction: Int64) throws {
        guard try context.numbersAffected(query).isEmpty else { return }
        if let results = CachedResults(place.question, transaction, placed, sections) { place.cache.keep(results) }
    }
}
