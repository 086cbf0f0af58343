internal import Foundation

/// The table of a many-to-many relationship and its inverse.
///
/// It is called after one of the two: the ordered one; where both are or neither is, the one that is met first, going through all entities
/// by name and through their relationships, inherited ones included; within one entity, the one whose name comes later. Where the stores
/// we have leave the choice open, Apple may go another way.
struct JoinTable {
    enum Side {
        /// The relationship that the table is called after.
        case named
        case inverse
    }

    let named: NSRelationshipDescription
    let inverse: NSRelationshipDescription
    let name: String
    /// Holds the objects that the named relationship belongs to; it is called after the inverse.
    let ownerColumn: String
    /// Holds the members of the named relationship.
    let memberColumn: String
    let orderColumn: String?
    let inverseOrderColumn: String?

    func side(of relationship: NSRelationshipDescription) -> Side? {
        relationship === named ? .named : relationship === inverse ? .inverse : nil
    }

    var createTable: String {
        let columns = [ownerColumn, memberColumn, orderColumn, inverseOrderColumn].compactMap(\.self).map { "\($0) INTEGER" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(ownerColumn), \(memberColumn)) )"
    }

    /// The other way round.
    var createIndex: String { "CREATE INDEX \(name)_\(memberColumn)_INDEX ON \(name) (\(memberColumn), \(ownerColumn))" }

    static func all(_ entities: [StoreLayout.NumberedEntity], _ numbers: [ObjectIdentifier: Int64]) -> [JoinTable] {
        var seen: Set<ObjectIdentifier> = []
        var columns: Set<String> = []
        var tables: Set<String> = []
        var joins: [JoinTable] = []
        for layout in entities.map(\.layout).sorted(by: { $0.name < $1.name }) {
            for one in layout.toManySlots.map(layout.relationship).sorted(by: { $0.name < $1.name }) {
                guard !one.isTransient, let other = one.inverseRelationship, other.isToMany, !seen.contains(ObjectIdentifier(one))
                else {
                    continue
                }
                seen.formUnion([ObjectIdentifier(one), ObjectIdentifier(other)])
                func number(_ relationship: NSRelationshipDescription) -> Int64 {
                    numbers[ObjectIdentifier((relationship.owner?.layout ?? layout))] ?? 0
                }
                let (named, inverse) = isFirst(one, before: other) ? (one, other) : (other, one)
                let ownerColumn = unused("Z_\(number(named))\(inverse.name.uppercased())", &columns)
                let memberColumn = unused(
                    // One that is its own inverse would have both columns called alike.
                    one === other ? "REFLEXIVE" : "Z_\(number(inverse))\(named.name.uppercased())", &columns)
                joins.append(
                    JoinTable(
                        named: named, inverse: inverse, name: unused("Z_\(number(named))\(named.name.uppercased())", &tables),
                        ownerColumn: ownerColumn, memberColumn: memberColumn,
                        orderColumn: named.isOrdered ? memberColumn.replacing("Z_", with: "Z_FOK_", maxReplacements: 1) : nil,
                        inverseOrderColumn: inverse.isOrdered && one !== other
                            ? ownerColumn.replacing("Z_", with: "Z_FOK_", maxReplacements: 1) : nil
                    )
                )
            }
        }
        return joins
    }

    /// Whether a table is called after the relationship that was met first.
    private static func isFirst(_ one: NSRelationshipDescription, before other: NSRelationshipDescription) -> Bool {
        if one.isOrdered != other.isOrdered { return one.isOrdered }
        return one.owner === other.owner ? one.name >= other.name : true
    }

    /// The name, with a number behind it where it is taken.
    private static func unused(_ name: String, _ taken: inout Set<String>) -> String {
        if taken.insert(name).inserted { return name }
        var number = 1
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }
}
