import CoreData

/// An earthquake: the entity Quake of `Earthquakes.xcdatamodeld`.
final class Quake: NSManagedObject, Identifiable {
    /// The identifier that the USGS assigned; unique.
    @NSManaged var code: String
    /// The day in UTC, such as `2018-06-14`, by which the list has sections.
    @NSManaged var day: String
    /// The depth in kilometers; 0 if the feed has none.
    @NSManaged var depth: Double
    @NSManaged var magnitude: Float
    /// The position in words, relative to a named place.
    @NSManaged var place: String?
    @NSManaged var time: Date

    /// The object's identifier, which selections keep. Unlike the object, it can outlive the row.
    var id: NSManagedObjectID { objectID }
}

extension Quake {
    /// Returns the predicate for earthquakes whose place contains a text; nil for all earthquakes.
    static func predicate(matching text: String) -> NSPredicate? {
        let words = text.trimmingCharacters(in: .whitespaces)
        return words.isEmpty ? nil : NSPredicate(format: "place CONTAINS[cd] %@", words)
    }
}
