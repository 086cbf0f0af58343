import CoreData
import Foundation
import GRDB
import SwiftData

/// Fetches 100,000 quakes as models and reads every property, and the memory that they take while
/// all are kept.
///
/// The peers read the same file into managed objects and into records.
enum SwiftDataFetch {
    private static let count = 100_000

    static func run() throws {
        let stored = try Stored()
        let grdb = try DatabaseQueue(path: stored.file.path)
        let expected = stored.expected
        try Contest(
            row: "swiftdata-fetch-100k",
            ours: Contest.Contestant("swiftdata", expecting: expected) {
                try stored.models().reduce(into: Sum()) { $0.add($1.code, $1.magnitude, $1.place, $1.time) }
            },
            peers: [
                Contest.Contestant("managed-objects", expecting: expected) {
                    try stored.objects { $0.reduce(into: Sum()) { $0.add($1.code, $1.magnitude, $1.place, $1.time) } }
                },
                Contest.Contestant("grdb-records", expecting: expected) {
                    try grdb.read { try GRDBRecords.Record.fetchAll($0, sql: CoreDataQuakes.query) }
                        .reduce(into: Sum()) { $0.add($1.quake.code, $1.quake.magnitude, $1.quake.place, $1.quake.time) }
                },
            ]
        ).run()
    }

    /// Compares the memory of 100,000 fetched models, with every property read, to that of managed
    /// objects.
    static func memory() throws {
        let stored = try Stored()
        let context = ModelContext(stored.container)
        let ours = try growth {
            let models = try context.fetch(FetchDescriptor<QuakeModels.Quake>())
            return (models, models.reduce(into: Sum()) { $0.add($1.code, $1.magnitude, $1.place, $1.time) })
        }
        let managed = stored.coreData.container.newBackgroundContext()
        let theirs = try managed.performAndWait {
            try growth {
                let objects = try managed.fetch(NSFetchRequest<StoredQuake>(entityName: "Quake"))
                return (objects, objects.reduce(into: Sum()) { $0.add($1.code, $1.magnitude, $1.place, $1.time) })
            }
        }
        guard ours.sum == stored.expected, theirs.sum == stored.expected else {
            throw WrongResult(description: "The quakes were read wrong.")
        }
        Contest.report(
            "swiftdata-memory-100k", "bytes-per-model", ours: ours.bytes / count, peer: "managed-objects", theirs.bytes / count,
            unit: "B")
    }

    /// Returns how much memory the result of `work` keeps allocated.
    private static func growth<Kept>(_ work: () throws -> (kept: Kept, sum: Sum)) throws -> (bytes: Int, sum: Sum) {
        let before = try AllocatedMemory.bytes
        let result = try work()
        let after = try AllocatedMemory.bytes
        return withExtendedLifetime(result.kept) { (after - before, result.sum) }
    }

    /// The sums of all properties of some quakes.
    private struct Sum: Equatable {
        private var characters = 0
        private var magnitudes = 0.0
        private var times = 0.0

        mutating func add(_ code: String, _ magnitude: Float, _ place: String, _ time: Date) {
            characters &+= code.utf8.count &+ place.utf8.count
            magnitudes += Double(magnitude)
            times += time.timeIntervalSinceReferenceDate
        }
    }

    /// A file of quakes, open by SwiftData and by Core Data.
    private struct Stored {
        let directory: TemporaryDirectory
        let file: URL
        let container: ModelContainer
        let coreData: CoreDataQuakes
        let expected: Sum

        init() throws {
            directory = try TemporaryDirectory()
            file = directory.url.appending(path: "quakes.sqlite")
            let quakes = Quake.generated(count)
            coreData = try CoreDataQuakes(at: file)
            try coreData.insert(quakes, replacing: false)
            container = try ModelContainer(for: QuakeModels.Quake.self, configurations: ModelConfiguration(url: file))
            // In the order of the rows, since the sum of numbers with a fraction depends on it.
            expected = quakes.reduce(into: Sum()) { $0.add($1.code, $1.magnitude, $1.place, $1.time) }
        }

        func models() throws -> [QuakeModels.Quake] {
            try ModelContext(container).fetch(FetchDescriptor<QuakeModels.Quake>())
        }

        func objects<Result>(_ body: ([StoredQuake]) throws -> Result) throws -> Result {
            let context = coreData.container.newBackgroundContext()
            return try context.performAndWait {
                try body(try context.fetch(NSFetchRequest<StoredQuake>(entityName: "Quake")))
            }
        }
    }
}
