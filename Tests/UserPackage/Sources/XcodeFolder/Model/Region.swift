import CoreData

@objcMembers
public final class Region: NSManagedObject {
    @NSManaged public var name: String?
    @NSManaged public var names: Words?
    @NSManaged public var quakes: Set<Quake>
    @NSManaged public func addToQuakes(_ value: Quake)
    @NSManaged public func removeFromQuakes(_ values: NSSet)

    /// Written with the functions of key-value coding.
    dynamic var title: String {
        get {
            willAccessValue(forKey: #keyPath(name))
            defer { didAccessValue(forKey: #keyPath(name)) }
            return primitiveValue(forKey: #keyPath(name)) as? String ?? ""
        }
        set {
            willChangeValue(forKey: #keyPath(name))
            setPrimitiveValue(newValue, forKey: #keyPath(name))
            didChangeValue(forKey: #keyPath(name))
        }
    }
}

@objc(Report) public class Report: NSManagedObject {
    @NSManaged public var text: String?
    @NSManaged public var value: Double
    @NSManaged public var quake: Quake?

    init(text: String, in context: NSManagedObjectContext) {
        super.init(entity: Report.entity(), insertInto: context)
        self.text = text
    }
}
