import Foundation
import SwiftData
import Testing

func refContainer(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

/// The only model of its type, read through a new context.
func refReload<T: PersistentModel>(_ type: T.Type, _ container: ModelContainer) throws -> T {
    try #require(try ModelContext(container).fetch(FetchDescriptor<T>()).first)
}

@Model final class RefValue {
    var key: String
    var string: String = ""
    var int: Int = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var double: Double = 0
    var float: Float = 0
    var bool: Bool = false
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var uuid: UUID = UUID()
    var url: URL = URL(string: "https://example.org")!
    var data: Data = Data()
    var decimal: Decimal = Decimal(0)
    init(_ key: String) { self.key = key }
}

@Model final class RefMaybe {
    var key: String
    var string: String?
    var int: Int?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var double: Double?
    var float: Float?
    var bool: Bool?
    var date: Date?
    var uuid: UUID?
    var url: URL?
    var data: Data?
    var decimal: Decimal?
    init(_ key: String) { self.key = key }
}

@Model final class RefOddInts {
    var int8: Int8
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var uint: UInt
    init() {
        int8 = -8
        uint8 = 200
        uint16 = 60_000
        uint32 = 4_000_000_000
        uint64 = 9_000_000_000
        uint = 7
    }
}

enum RefLevel: Int, Codable, CaseIterable { case low = 1, middle, high }
enum RefColor: String, Codable { case red, green = "verde" }
enum RefPlain: Codable, Equatable { case first, second }
enum RefPayload: Codable, Equatable {
    case none
    case text(String)
    case pair(Int, label: String)
}

@Model final class RefEnums {
    var level: RefLevel = RefLevel.low
    var color: RefColor = RefColor.red
    var plain: RefPlain = RefPlain.first
    var payload: RefPayload = RefPayload.none
    var maybeLevel: RefLevel?
    var maybeColor: RefColor? = RefColor.green
    var maybePlain: RefPlain?
    var maybePayload: RefPayload?
    init() {}
}

struct RefPlace: Codable, Equatable {
    var city: String
    var zip: Int?
}
struct RefKeyed: Codable, Equatable {
    var title: String
    var weight: Double
    enum CodingKeys: String, CodingKey {
        case title = "t"
        case weight = "w_eight"
    }
}
struct RefOuter: Codable, Equatable {
    var name: String
    var place: RefPlace
    var tags: [String]
    var places: [RefPlace]
    var level: RefLevel
}
struct RefCustom: Codable, Equatable {
    var degrees: Double
    init(degrees: Double) { self.degrees = degrees }
    init(from decoder: any Decoder) throws {
        degrees = try decoder.singleValueContainer().decode(Double.self) - 100
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(degrees + 100)
    }
}
struct RefPayloadHolder: Codable, Equatable { var payload: RefPayload }

@Model final class RefStructs {
    var key: String
    var place: RefPlace = RefPlace(city: "Rome", zip: nil)
    var maybePlace: RefPlace?
    var keyed: RefKeyed = RefKeyed(title: "a", weight: 1)
    var outer: RefOuter?
    var custom: RefCustom = RefCustom(degrees: 1)
    var maybeCustom: RefCustom?
    var holder: RefPayloadHolder?
    init(_ key: String) { self.key = key }
}

/// A structure of which each property may be nil.
struct RefFilter: Codable, Equatable {
    var text: String?
    var minimum: Int?
}
@Model final class RefScreen {
    var name: String
    var filter: RefFilter = RefFilter()
    init(_ name: String) { self.name = name }
}

@Model final class RefLists {
    var strings: [String] = []
    var ints: [Int] = []
    var dates: [Date] = []
    var maybeStrings: [String]?
    var places: [RefPlace] = []
    var levels: [RefLevel] = []
    var map: [String: Int] = [:]
    var maybeMap: [String: String?]?
    var set: Set<Int> = []
    init() {}
}
