import Foundation
import SwiftData

/// The models that the tests of schemas use.
enum SchemaModels {
    enum Priority: Int, Codable {
        case low = 1
        case high = 2
    }

    enum Season: Codable {
        case winter
        case summer
    }

    struct Address: Codable, Hashable {
        var street: String
        var city: String?
        var tags: [String]
    }

    @Model
    final class Journey {
        #Unique<Journey>([\.title, \.start])
        #Index<Journey>([\.title], [\.start, \.title])

        @Attribute(.unique) var code: String
        var title: String
        var start: Date
        var cost: Double = 0
        var priority: Priority = Priority.low
        var season: Season = Season.summer
        var home: Address?
        var tags: [String] = []
        var extras: [String: Int] = [:]
        @Attribute(.externalStorage) var photo: Data?
        @Attribute(.ephemeral) var scratch: [Int] = []
        @Attribute(originalName: "subtitle") var note: String?
        @Relationship(deleteRule: .cascade, inverse: \Stop.journey) var stops: [Stop] = []
        var guide: Guide?

        init(code: String, title: String, start: Date) {
            self.code = code
            self.title = title
            self.start = start
        }
    }

    @Model
    final class Stop {
        var name: String = ""
        var journey: Journey?
        @Relationship(inverse: nil) var previous: Stop?

        init() {}
    }

    @Model
    final class Guide {
        var name: String = ""
        var address: Address = Address(street: "", tags: [])
        var journeys: [Journey] = []

        init() {}
    }

    /// A model that refers to itself in two directions.
    @Model
    final class Employee {
        var manager: Employee?
        var reports: [Employee] = []

        init() {}
    }

    /// A model with two relationships to itself that are not inverses.
    @Model
    final class Person {
        var mother: Person?
        var father: Person?

        init() {}
    }

    /// A model with two lists that name the same inverse.
    @Model
    final class Garden {
        @Relationship(inverse: \Plant.garden) var trees: [Plant] = []
        @Relationship(inverse: \Plant.garden) var flowers: [Plant] = []

        init() {}
    }

    @Model
    final class Plant {
        var garden: Garden?

        init() {}
    }

    /// Two models with two relationships in one direction.
    @Model
    final class Match {
        var home: Team?
        var guest: Team?

        init() {}
    }

    @Model
    final class Team {
        var matches: [Match] = []

        init() {}
    }
}
