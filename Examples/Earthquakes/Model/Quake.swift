import CoreData

/// An earthquake, as the entity Quake of `Earthquakes.xcdatamodeld` describes it.
final class Quake: NSManagedObject, Identifiable {
    /// What the USGS knows the earthquake by; unique.
    @NSManaged var code: String
    /// The day it happened on, as `2018-06-14` in UTC: the list's sections.
    @NSManaged var day: String
    @NSManaged var magnitude: Float
    /// The nearest named place, in words.
    @NSManaged var place: String?
    @NSManaged var time: Date
}
