import Foundation
import SwiftData

// The shape of Apple's sample of a garden: public classes, arrays of structures and enumerations as
// attributes, transient values and data that are generated once.

public struct Plumage: Codable, Hashable, Sendable {
    public var color: String
    public var share: Double
}

public enum Season: String, Codable, CaseIterable, Sendable {
    case spring, summer, autumn, winter
}

@Model public class Garden {
    @Attribute(.unique) public var id: Int
    public var name: String
    @Relationship(deleteRule: .cascade, inverse: \Visit.garden) public var visits: [Visit] = []
    @Relationship(inverse: \Plant.garden) public var plants: [Plant] = []
    @Relationship(inverse: \Plant.garden) public var favorites: [Plant] = []
    public var seasons: [Season] = []
    @Transient public var isOpen = false

    public init(id: Int, name: String, seasons: [Season] = []) {
        self.id = id
        self.name = name
        self.seasons = seasons
    }
}

/// A plant of a garden, which has two lists with this inverse. One of them can be the real one.
@Model public class Plant {
    public var name: String
    public var garden: Garden?

    public init(name: String) { self.name = name }
}

@Model public class Bird {
    public var name: String
    public var plumage: [Plumage]
    public var favorite: Plumage?
    @Relationship(inverse: \Visit.bird) public var visits: [Visit] = []

    public init(name: String, plumage: [Plumage]) {
        self.name = name
        self.plumage = plumage
    }
}

@Model public class Visit {
    public var garden: Garden?
    public var bird: Bird?
    public var start: Date
    public var duration: Double

    public init(garden: Garden, bird: Bird, start: Date, duration: Double) {
        self.garden = garden
        self.bird = bird
        self.start = start
        self.duration = duration
    }
}

@ModelActor
public actor GardenGenerator {
    /// Makes the gardens if there are none.
    public func generate(count: Int) throws -> Bool {
        guard try modelContext.fetchCount(FetchDescriptor<Garden>()) == 0 else { return false }
        let bird = Bird(name: "Robin", plumage: [Plumage(color: "red", share: 0.25), Plumage(color: "brown", share: 0.75)])
        modelContext.insert(bird)
        for id in 0..<count {
            let garden = Garden(id: id, name: "Garden \(id)", seasons: Array(Season.allCases.prefix(id)))
            modelContext.insert(garden)
            modelContext.insert(
                Visit(garden: garden, bird: bird, start: Date(timeIntervalSinceReferenceDate: Double(id)), duration: 60))
        }
        try modelContext.save()
        return true
    }
}
