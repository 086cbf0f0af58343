import CoreData

public class Event: NSManagedObject {
    @NSManaged public var name: String
    @NSManaged public var start: Date

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
