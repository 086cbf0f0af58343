import CoreData

/// What all objects of the app have in common; its entity is abstract, its class in another module than its subclasses.
open class Record: NSManagedObject {
    @NSManaged public private(set) var identifier: UUID?
    @NSManaged open var createdAt: Date
    @NSManaged
    public
        final var note: String?

    /// Nested, and found by subclasses in other modules through inheritance.
    public enum Origin: Int16 {
        case typed = 1
        case imported = 5
    }

    public func identify(_ uuid: UUID) { identifier = uuid }
}

/// Declared here, a property's type in another module.
public struct Place: Codable, Hashable {
    public var latitude: Double
    public var longitude: Double
    public var name: String?

    public init(latitude: Double, longitude: Double, name: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.name = name
    }
}
