import Foundation
import SwiftData

@Model final class Trip {
    @Attribute(.unique) var name: String
    var start: Date
    var distance = 0.0
    var note: String?
    var isPlanned: Bool = false
    var kind: Kind = Kind.rail
    var home: Address?
    var tags: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    var owner: Person?
    @Transient var selections = 0

    enum Kind: String, Codable, CaseIterable { case rail, road, boat }

    struct Address: Codable, Hashable {
        var city: String
        var zip: Int
    }

    init(name: String, start: Date = Date(timeIntervalSinceReferenceDate: 0), owner: Person? = nil) {
        self.name = name
        self.start = start
        self.owner = owner
    }
}

@Model final class Stop {
    var place: String
    var number: Int
    var trip: Trip?

    init(place: String, number: Int = 0) {
        self.place = place
        self.number = number
    }
}

@Model final class Person {
    var name: String
    @Relationship(inverse: \Trip.owner) var trips: [Trip] = []
    var friends: [Person] = []

    init(name: String) { self.name = name }
}

/// Returns a container in memory.
func makeContainer() throws -> ModelContainer {
    try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

/// A folder that is removed with its last reference.
final class StoreFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "swiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var store: URL { url.appending(path: "trips.store") }

    func container() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: store))
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
