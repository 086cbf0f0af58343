import CoreData
import ManagedBase

/// Classes in the executable itself, whose model is built in code.
class Visit: NSManagedObject {
    enum Kind: String { case short, long }

    @NSManaged var place: Place?
    @NSManaged var count: Int32
    @NSManaged var day: Date
    @NSManaged var kind: Kind
    @NSManaged var tags: [String]
    @NSManaged var guests: Set<Guest>
    @NSManaged func addToGuests(_ value: Guest)
    @NSManaged private var primitiveSecret: String?

    var secret: String? {
        get { primitiveSecret }
        set { primitiveSecret = newValue }
    }
}

final class Guest: NSManagedObject {
    @NSManaged private(set) var name: String
    @NSManaged var visit: Visit?

    func rename(_ name: String) { self.name = name }
}

extension Visit {
    static let model: NSManagedObjectModel = {
        let (visit, guest) = (NSEntityDescription(), NSEntityDescription())
        (visit.name, visit.managedObjectClassName) = ("Visit", NSStringFromClass(Visit.self))
        (guest.name, guest.managedObjectClassName) = ("Guest", NSStringFromClass(Guest.self))
        let guests = NSRelationshipDescription()
        (guests.name, guests.destinationEntity) = ("guests", guest)
        let back = NSRelationshipDescription()
        (back.name, back.destinationEntity, back.maxCount, back.inverseRelationship) = ("visit", visit, 1, guests)
        guests.inverseRelationship = back
        let types: [(String, NSAttributeType)] = [
            ("count", .integer32AttributeType), ("day", .dateAttributeType), ("kind", .stringAttributeType),
            ("place", .transformableAttributeType), ("secret", .stringAttributeType), ("tags", .transformableAttributeType),
        ]
        visit.properties = types.map(attribute) + [guests]
        guest.properties = [attribute("name", .stringAttributeType), back]
        let model = NSManagedObjectModel()
        model.entities = [visit, guest]
        return model
    }()

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType) = (name, type)
        return attribute
    }
}
