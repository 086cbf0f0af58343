import Foundation
import SwiftData
import SwiftUI
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

struct SwiftDataQueryExamplesTests {
    @Test func `the history of a container is read`() throws {
        let container = try ModelContainer(for: Travel.Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Travel.Trip(name: "Lisbon", country: "Portugal", start: .now))
        try context.save()
        let token = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token)
        try Travel.printDeletions(since: token, in: context)
    }
}
