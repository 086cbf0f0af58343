import CoreData

/// An earthquake: the entity Quake of `Earthquakes.xcdatamodeld`.
final class Quake: NSManagedObject, Identifiable {
    /// The identifier that the USGS assigned; unique.
    @NSManaged var code: String
    /// The day in UTC, such as `2018-06-14`, by which the list has sections.
    @NSManaged var day: String
    @NSManaged var magnitude: Float
    /// The position in words, relative to a named place.
    @NSManaged var place: String?
    @NSManaged var time: Date
}
