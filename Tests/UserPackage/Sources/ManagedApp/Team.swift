import CoreData
public import ManagedBase

class Team: Record {
    @NSManaged var name: String
    @NSManaged var players: Players
    @NSManaged var captain: Player?
    @NSManaged var matches: NSOrderedSet
    @NSManaged var fans: NSSet?
    @NSManaged var league: NSManagedObject?
    @NSManaged private var primitiveRating: Double

    /// Kept through the primitive value, as hand-written accessors do.
    var rating: Double {
        get {
            willAccessValue(forKey: "rating")
            defer { didAccessValue(forKey: "rating") }
            return primitiveRating
        }
        set {
            willChangeValue(forKey: "rating")
            primitiveRating = newValue
            didChangeValue(forKey: "rating")
        }
    }

    @NSManaged func addToPlayers(_ value: Player)
    @NSManaged func removeFromPlayers(_ value: Player)
    @NSManaged func addToPlayers(_ values: NSSet)
    @NSManaged func removeFromPlayers(_ values: NSSet)
    @NSManaged func addToPlayers(_ values: Set<Player>)
}

// MARK: Generated accessors for matches
extension Team {
    @NSManaged public func insertIntoMatches(_ value: Match, at idx: Int)
    @NSManaged public func removeFromMatches(at idx: Int)
    @NSManaged public func insertIntoMatches(_ values: [Match], at indexes: NSIndexSet)
    @NSManaged public func removeFromMatches(at indexes: NSIndexSet)
    @NSManaged public func replaceMatches(at idx: Int, with value: Match)
    @NSManaged public func replaceMatches(at indexes: NSIndexSet, with values: [Match])
    @NSManaged public func addToMatches(_ value: Match)
    @NSManaged public func removeFromMatches(_ value: Match)
    @NSManaged public func addToMatches(_ values: NSOrderedSet)
    @NSManaged public func removeFromMatches(_ values: NSOrderedSet)
}

protocol Titled: AnyObject {
    var title: String { get set }
}

final class Prize: Match {
    @NSManaged var worth: Decimal

    /// An override with an observer over a managed property.
    override var title: String {
        didSet { titleChanges += 1 }
    }
    var titleChanges = 0
}

enum Cup {
    /// Nested in an enumeration that is only a name, and in no model file.
    final class Round: NSManagedObject {
        @NSManaged var number: Int
        @NSManaged private(set) var previous: Round?
        @NSManaged private var primitiveWinner: String?
        var winner: String? {
            get { primitiveWinner }
            set { primitiveWinner = newValue }
        }
        func follow(_ round: Round) { previous = round }
    }
}

public class Match: Record, Titled {
    @NSManaged var title: String
    @NSManaged var team: Team?
    @NSManaged var count: Int64
    @NSManaged var guests: NSMutableSet

    #if os(macOS)
        @NSManaged var onlyOnTheMac: NSColor
    #elseif canImport(CoreData) && !DEBUG_NOTHING
        @NSManaged var latitude: Double
    #endif
}

public class Player: Record {
    @NSManaged var name: String
}
