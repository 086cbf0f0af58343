import Foundation
import SwiftData
import StrataViewTesting
import SwiftUI
import Synchronization
import Testing

/// The models of the examples of queries and of the history.
enum Travel {
    @Model final class Trip {
        @Attribute(.preserveValueOnDeletion) var name: String
        var country: String
        var start: Date

        init(name: String, country: String, start: Date) {
            self.name = name
            self.country = country
            self.start = start
        }
    }
}

extension Travel {
    struct TripList: View {
        @Query(sort: \Trip.start) private var trips: [Trip]
        @Query(sort: \Trip.start, sectionBy: \Trip.country) private var sections: SectionedResults<Trip, String>

        var body: some View { Text("\(trips.count) trips in \(sections.count) countries") }
    }

    /// The lines that the example has printed, for its test.
    static let printed = Mutex<[String]>([])

    private static func print(_ value: any Sendable) { printed.withLock { $0.append("\(value)") } }

    /// Prints the names of the trips that an import has deleted since a token.
    static func printDeletions(since token: DefaultHistoryToken, in context: ModelContext) throws {
        let changes = #Predicate<DefaultHistoryTransaction> { $0.token > token && $0.author == "import" }
        for transaction in try context.fetchHistory(HistoryDescriptor(predicate: changes)) {
            for case .delete(let deletion as DefaultHistoryDelete<Trip>) in transaction.changes {
                print(deletion.tombstone[\.name] ?? "")
            }
        }
    }
}

@MainActor
struct SwiftDataQueryExamplesTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Travel.Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func `the history of a container names the trips that an import has deleted`() throws {
        let context = ModelContext(try container())
        for name in ["Lisbon", "Porto", "Rome"] { context.insert(Travel.Trip(name: name, country: "Portugal", start: .now)) }
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        for (name, author) in [("Porto", "app"), ("Rome", "import")] {
            context.author = author
            for trip in try context.fetch(FetchDescriptor<Travel.Trip>()) where trip.name == name { context.delete(trip) }
            try context.save()
        }
        try Travel.printDeletions(since: token, in: context)
        #expect(Travel.printed.withLock { $0 } == ["Rome"])
    }

    @Test func `a view counts the trips of a query, and their sections`() throws {
        let container = try container()
        for (name, country) in [("Lisbon", "Portugal"), ("Rome", "Italy"), ("Milan", "Italy")] {
            container.mainContext.insert(Travel.Trip(name: name, country: country, start: .now))
        }
        try container.mainContext.save()
        let window = TestWindow(Travel.TripList().modelContainer(container))
        #expect(window.texts == ["3 trips in 2 countries"])
        container.mainContext.insert(Travel.Trip(name: "Paris", country: "France", start: .now))
        try container.mainContext.save()
        #expect(window.texts == ["4 trips in 3 countries"])
    }
}
