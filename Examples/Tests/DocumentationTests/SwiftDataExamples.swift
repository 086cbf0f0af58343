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

/// The examples whose files are in the data folder of the person who runs them. The tests set its
/// place, so they run one after the other.
@Suite(.serialized) struct SwiftDataExamplesTests {
    /// Runs a test with a data folder of its own.
    private func withDataFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
        setenv("XDG_DATA_HOME", folder.path(), 1)
        defer {
            unsetenv("XDG_DATA_HOME")
            try? FileManager.default.removeItem(at: folder)
        }
        try body(folder)
    }

    @Test func `a trip is inserted, saved and fetched`() throws {
        try withDataFolder { folder in
            let container = try ModelContainer(for: Trip.self)
            let context = ModelContext(container)
            context.insert(Trip(name: "Lisbon", start: .now))
            try context.save()
            let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)]))
            #expect(trips.map(\.name).contains("Lisbon"))
            #expect(container.configurations.first?.url.path().hasPrefix(folder.path()) == true)
        }
    }

    @Test func `products are saved in the data folder, and loaded again`() throws {
        try withDataFolder { folder in
            #expect(try Products.load().names == [])
            try Products(names: ["Fern", "Aloe"]).save()
            #expect(try Products.load().names == ["Fern", "Aloe"])
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Shop/Products.json").path))
        }
    }
}
