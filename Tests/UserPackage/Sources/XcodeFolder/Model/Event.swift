import CoreData

public class Event: NSManagedObject {
    @NSManaged public var name: String
    @NSManaged public var start: Date
    @NSManaged private var primitiveSectionIdentifier: String?

    /// The month by which a list has sections. The model has a transient attribute for it.
    @objc public var sectionIdentifier: String? {
        willAccessValue(forKey: "sectionIdentifier")
        var identifier = primitiveSectionIdentifier
        didAccessValue(forKey: "sectionIdentifier")
        if identifier == nil {
            let components = Calendar.current.dateComponents([.year, .month], from: start)
            identifier = "\(components.year! * 1000 + components.month!)"
            primitiveSectionIdentifier = identifier
        }
        return identifier
    }

    /// The day by which a list has sections.
    @objc public var groupStart: Date {
        let components = Calendar.current.dateComponents(
            [.year, .month, .day],
            from: self.start
        )
        return Calendar.current.date(from: components)!
    }
}

extension Event: Identifiable {}
