import CoreData
import Foundation
import SwiftData

/// Fetches the history of models after a token, and iterates over its changes: 38,000 transactions
/// with one insertion each, the first of which was read before.
///
/// One peer reads the same two tables into structs with SQLite's C functions. The other reads as
/// long a history with Core Data's request, which SwiftData's fetch is made of.
enum ModelHistory {
    @Model final class Reading {
        var value: Double

        init(value: Double) { self.value = value }
    }

    private static let count = 38_000

    static func run() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "readings.store")
        let container = try ModelContainer(for: Reading.self, configurations: ModelConfiguration(url: file))
        try HandWritten.execute(History.fill(count), file)
        let peer = try HandWritten(file)
        let log = try History.Log(count)
        var oldest = HistoryDescriptor<DefaultHistoryTransaction>()
        oldest.fetchLimit = 1
        guard let token = try ModelContext(container).fetchHistory(oldest).first?.token else {
            throw WrongResult(description: "The store has no history.")
        }
        try Contest(
            row: "history-38k",
            // Transaction n has change n.
            ours: Contest.Contestant("strata", expecting: log.expected - 2) { try read(container, after: token) },
            peers: [
                Contest.Contestant("sqlite-c", expecting: log.expected) { try History.read(peer) },
                Contest.Contestant("strata-coredata", expecting: log.expected) { try History.read(log.container) },
            ]
        ).run()
    }

    private static func read(_ container: ModelContainer, after token: DefaultHistoryToken) throws -> Int64 {
        let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
        return try ModelContext(container).fetchHistory(descriptor).reduce(0) { sum, transaction in
            transaction.changes.reduce(sum + transaction.transactionIdentifier) { sum, change in
                guard case .insert(let insertion as DefaultHistoryInsert<Reading>) = change else { return sum }
                return sum + insertion.changeIdentifier
            }
        }
    }
}
