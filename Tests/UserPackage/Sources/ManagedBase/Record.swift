import CoreData

/// The common superclass of the app's objects. Its entity is abstract, and its subclasses are in
/// another module.
open class Record: NSManagedObject {
    @NSManaged public private(set) var identifier: UUID?
    @NSManaged open var createdAt: Date
    @NSManaged
    public
        final var note: String?

    /// A nested type, which subclasses in other modules find through inheritance.
    public enum Origin: Int16 {
        case typed = 1
        case imported = 5
    }

    public func identify(_ uuid: UUID) { identifier = uuid }
}

/// The type of a property that another module declares.
public struct Place: Codable, Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double
    public var name: String?

    public init(latitude: Double, longitude: Double, name: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.name = name
    }
}
