import CoreData
public import ManagedBase

/// A property of each type, in optional and non-optional form.
public class Everything: Record {
    @NSManaged public var int16, otherInt16: Int16
    @NSManaged public var int32: Int32
    @NSManaged public var int64: Int64
    @NSManaged public var wide: Int
    @NSManaged public var double: Double
    @NSManaged var float: Float
    @NSManaged dynamic var bool: Bool
    @NSManaged var string: String
    @NSManaged var date: Date
    @NSManaged var interval: TimeInterval
    @NSManaged var data: Data
    @NSManaged var uuid: UUID
    @NSManaged var url: URL
    @NSManaged var decimal: Decimal
    @NSManaged var number: NSNumber
    @NSManaged var decimalNumber: NSDecimalNumber

    @NSManaged public internal(set) var optionalInt64: Int64?
    @NSManaged var optionalBool: Bool?
    @NSManaged var optionalDouble: Double?
    @NSManaged var optionalString: String?
    @NSManaged var optionalDate: Optional<Date>
    @NSManaged var optionalData: Data?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @NSManaged var optionalUUID: UUID!
    @NSManaged var optionalURL: URL?
    @NSManaged var optionalDecimal: Decimal?
    @NSManaged var optionalNumber: NSNumber?
    @NSManaged var objectDate: NSDate?
    @NSManaged var objectString: NSString?
}

extension Everything {
    @NSManaged var tags: [String]
    @NSManaged var optionalTags: [String]?
    @NSManaged var scores: [String: Double]?
    @NSManaged var image: Picture?
    @NSManaged var anything: NSObject?
    @NSManaged var place: Place?
    @NSManaged var homes: [Place]
    @NSManaged var settings: Settings
    @NSManaged var shape: Shape?
    @NSManaged var origin: Origin
    @NSManaged fileprivate var optionalOrigin: Origin?
    @NSManaged var mood: Mood
    @NSManaged var optionalMood: Mood?
    @NSManaged fileprivate var rank: Rank

    /// A transformable of a Codable structure with structures, enumerations and optionals in it.
    struct Settings: Codable, Hashable {
        enum Theme: String, Codable { case light, dark }

        var volume: Float = 0.5
        var theme: Theme?
        var places: [Place] = []
        var isLoud = false
        var title: String
        static var standard: Settings { Settings(title: "standard") }
        var summary: String { "\(title) \(volume)" }
    }

    enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        indirect case twice(Shape)
    }

    fileprivate enum Rank: Int32 { case low, high }

    var rankIsHigh: Bool {
        get { rank == .high }
        set { rank = newValue ? .high : .low }
    }

    var secondOrigin: Int16? {
        get { optionalOrigin?.rawValue }
        set { optionalOrigin = newValue.flatMap(Origin.init) }
    }
}
