import Foundation
import Glibc
import Testing
import SwiftData

@Model final class Trip {
    @Attribute(.unique) var name: String
    var start: Date
    @Relationship(deleteRule: .cascade) var stops: [Stop] = []

    init(name: String, start: Date) {
        self.name = name
        self.start = start
    }
}

@Model final class Stop {
    var place: String
    var trip: Trip?

    init(place: String) { self.place = place }
}

struct SwiftDataExamplesTests {
    @Test func `a trip is inserted, saved and fetched`() throws {
        // The default store is in the data folder of the person who runs the tests.
        let folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
        setenv("XDG_DATA_HOME", folder.path(), 1)
        defer { unsetenv("XDG_DATA_HOME") }
        let container = try ModelContainer(for: Trip.self)
        let context = ModelContext(container)
        context.insert(Trip(name: "Lisbon", start: .now))
        try context.save()
        let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]))
        #expect(trips.map(\.name).contains("Lisbon"))
        #expect(container.configurations.first?.url.path().hasPrefix(folder.path()) == true)
    }
}
