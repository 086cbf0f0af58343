import Foundation
import SwiftData

/// Models of every shape that section 3 of the reference describes.
enum Layouts {
    struct Spot: Codable, Hashable {
        var id: Int
        var label: String?
        var flavors: [String]
    }

    struct Mark: Codable, Hashable { var id: String }

    enum Level: Int, Codable { case low = 1, high = 2 }
    enum Tone: String, Codable { case bright, dark }
    enum Season: Codable { case spring, autumn }

    enum Payload: Codable, Hashable {
        case text(String)
        case pair(Int, Int)
    }

    struct Box: Codable, Hashable {
        var payload: Payload
        var amount: Int
    }

    @Model final class Sample {
        var name: String = "n"
        var note: String?
        var count: Int = 3
        var small: Int16 = 1
        var medium: Int32 = 2
        var big: Int64 = 4
        var ratio: Double = 0.5
        var weight: Float = 1.5
        var isDone: Bool = true
        var day: Date = Date(timeIntervalSinceReferenceDate: 10)
        var key: UUID = UUID()
        var link: URL?
        var raw: Data = Data([1])
        var price: Decimal = 2
        var tags: [String] = []
        var numbers: [Int]?
        var marks: [Mark] = []
        var table: [String: Int] = [:]
        @Attribute(.externalStorage) var photo: Data?
        @Attribute(.ephemeral) var scratch: Int = 0
        @Attribute(.codable) var blob: Spot = Spot(id: 0, flavors: [])
        @Attribute(originalName: "title") var heading: String = "h"
        @Transient var cached = 0

        init() {}
    }

    @Model final class Composites {
        var spot: Spot = Spot(id: 1, label: "l", flavors: ["Grapefruit", "Anise"])
        var origin: Mark?
        var level: Level = Level.high
        var tone: Tone?
        var season: Season = Season.autumn
        var box: Box = Box(payload: .pair(1, 2), amount: 7)

        init() {}
    }

    @Model final class Genre {
        var name: String = ""
        var volumes: [Volume] = []

        init() {}
    }

    @Model final class Reader {
        @Relationship(inverse: nil) var favorites: [Volume]? = []

        init() {}
    }

    @Model final class Shelf {
        @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var volumes: [Volume] = []
        @Relationship(deleteRule: .deny, inverse: nil) var keeper: Reader?
        @Relationship(deleteRule: .noAction, inverse: nil) var owner: Reader

        init(owner: Reader) { self.owner = owner }
    }

    @Model final class Volume {
        var shelf: Shelf?
        @Relationship(inverse: \Genre.volumes) var genres: [Genre] = []

        init() {}
    }

    @Model final class Listing {
        #Unique<Listing>([\.maker, \.model])
        #Index<Listing>([\.maker], [\.maker, \.year])

        @Attribute(.unique) var code: String
        var maker: String = ""
        var model: String = ""
        var year: Int = 0

        init(code: String) { self.code = code }
    }

    @Model class Machine {
        var name: String = ""
        var parts: [Screw] = []

        init() {}
    }

    @Model class Crane: Machine {
        var load: Double = 0

        override init() { super.init() }
    }

    @Model final class Screw {
        var machine: Machine?

        init() {}
    }
}
