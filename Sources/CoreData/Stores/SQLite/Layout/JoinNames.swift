internal import Foundation

/// The names of join tables and their columns, chosen for one join after another.
///
/// As in Apple's stores, a name that an earlier join of the model has gets a number. Only the
/// columns `REFLEXIVE` and `FOK_REFLEXIVE` of relationships that are their own inverse are named the
/// same in all tables.
struct JoinNames {
    /// A relationship, with its entity's number.
    struct End {
        let relationship: NSRelationshipDescription
        let number: Int64

        fileprivate var name: String { relationship.name.uppercased() }
    }

    private var usedTables: Set<String> = []
    private var usedColumns: Set<String> = []
    /// The number of relationships so far that are their own inverse.
    private var reflexives = 0

    /// Returns the name of the table of a relationship.
    mutating func table(_ named: End) -> String { Self.unused("Z_\(named.number)\(named.name)", &usedTables) }

    /// Returns the names of the columns: those in a new store and, if earlier versions of Strata
    /// chose others, these.
    mutating func columns(_ named: End, _ inverse: End) -> [JoinTable.Columns] {
        let isReflexive = named.relationship === inverse.relationship
        let owner = Self.unused("Z_\(named.number)\(inverse.name)", &usedColumns)
        // A relationship that is its own inverse would give both columns the same name.
        let member = isReflexive ? "REFLEXIVE" : Self.unused("Z_\(inverse.number)\(named.name)", &usedColumns)
        var order: String?
        var inverseOrder: String?
        if named.relationship.isOrdered {
            order = isReflexive ? "FOK_REFLEXIVE" : Self.unused("Z_FOK_\(inverse.number)\(named.name)", &usedColumns)
        }
        if inverse.relationship.isOrdered { inverseOrder = Self.unused("Z_FOK_\(named.number)\(inverse.name)", &usedColumns) }
        let new = JoinTable.Columns(owner: owner, member: member, order: order, inverseOrder: inverseOrder)
        defer { if isReflexive { reflexives += 1 } }
        // Earlier versions could not create the table.
        if isReflexive, order != nil { return [new] }
        let earlier = JoinTable.Columns(
            owner: owner, member: isReflexive && reflexives > 0 ? "REFLEXIVE\(reflexives)" : member,
            order: order.map { _ in Self.earlierOrder(member) }, inverseOrder: inverseOrder.map { _ in Self.earlierOrder(owner) })
        return earlier == new ? [new] : [new, earlier]
    }

    /// Returns the name that earlier versions of Strata gave to the column with the positions of the
    /// objects in a column.
    private static func earlierOrder(_ column: String) -> String {
        column.replacing("Z_", with: "Z_FOK_", maxReplacements: 1)
    }

    /// Returns the name, with a number appended if the name is already taken.
    private static func unused(_ name: String, _ taken: inout Set<String>) -> String {
        if taken.insert(name).inserted { return name }
        var number = 1
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }
}
