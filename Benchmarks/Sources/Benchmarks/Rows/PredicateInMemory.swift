import CoreData
import Foundation

/// Evaluates `magnitude > 4.5 AND place CONTAINS[cd] "alaska"` with 200,000 managed objects whose
/// values are in memory.
///
/// Two peers are closures with Foundation's search for `[cd]`, over the same objects and over plain
/// structs. The third compares lowercased texts of structs, the fastest code that is commonly
/// written; it does not ignore diacritics.
enum PredicateInMemory {
    static func run() throws {
        let directory = try TemporaryDirectory()
        let store = try CoreDataQuakes(at: directory.url.appending(path: "quakes.sqlite"))
        let quakes = Quake.scattered(200_000)
        try store.insert(quakes, replacing: false)
        let request = NSFetchRequest<StoredQuake>(entityName: "Quake")
        request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: true)]
        let objects = try store.container.viewContext.fetch(request)
        // The context keeps the objects and their values, so no contestant waits for the store.
        let expected = Found(in: quakes) { $0.magnitude > 4.5 && $0.place.lowercased().contains("alaska") }
        guard objects.map(\.code) == quakes.map(\.code) else {
            throw WrongResult(description: "The fetched objects differ from the inserted quakes.")
        }

        func contestant<Element>(_ name: String, _ elements: [Element], _ test: @escaping () -> (Element) -> Bool)
            -> Contest.Contestant
        {
            Contest.Contestant(name: name) {
                var found: Found?
                let duration = Stopwatch.measure { found = Found(in: elements, test()) }
                guard found == expected else {
                    throw WrongResult(description: "\(name) found \(found as Any) instead of \(expected)")
                }
                return duration
            }
        }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        try Contest(
            row: "predicate-memory",
            ours: contestant("strata", objects) {
                let predicate = NSPredicate(format: #"magnitude > 4.5 AND place CONTAINS[cd] "alaska""#)
                return { predicate.evaluate(with: $0) }
            },
            peers: [
                contestant("closure", objects) {
                    { $0.magnitude > 4.5 && $0.place.range(of: "alaska", options: options) != nil }
                },
                contestant("closure-on-structs", quakes) {
                    { $0.magnitude > 4.5 && $0.place.range(of: "alaska", options: options) != nil }
                },
                contestant("lowercasing-structs", quakes) {
                    { $0.magnitude > 4.5 && $0.place.lowercased().contains("alaska") }
                },
            ]
        ).run()
    }

    /// The number of elements that passed a test, and the sum of their indices.
    private struct Found: Equatable {
        private(set) var count = 0
        private(set) var places = 0

        init<Element>(in elements: [Element], _ test: (Element) -> Bool) {
            for (place, element) in elements.enumerated() where test(element) {
                count += 1
                places += place
            }
        }
    }
}
