internal import Foundation

/// The join table of a many-to-many relationship and its inverse.
///
/// It is named after one of the two: the ordered one. If both are ordered or neither is, it is the
/// one that comes first if all entities are sorted by name, each with its relationships, including
/// inherited ones, sorted by name. If both belong to one entity, it is the one whose name sorts
/// last. Apple does not document the rule, and the example stores do not cover every case.
struct JoinTable {
    /// An end of the relationship.
    enum Side {
        /// The relationship that the table is named after.
        case named
        case inverse
    }

    let named: NSRelationshipDescription
    let inverse: NSRelationshipDescription
    let name: String
    /// The column of the owners of the named relationship; its name contains that of the inverse.
    let ownerColumn: String
    /// The column of the members of the named relationship; its name contains that of the
    /// relationship.
    let memberColumn: String
    /// The column with a member's position among its owner's members; nil without an order.
    let orderColumn: String?
    /// The column with an owner's position in the inverse relationship; nil without an order.
    let inverseOrderColumn: String?

    /// Returns the end of a relationship in this table; nil if the relationship is neither of the
    /// two.
    func side(of relationship: NSRelationshipDescription) -> Side? {
        relationship === named ? .named : relationship === inverse ? .inverse : nil
    }

    var createTable: String {
        let columns = [ownerColumn, memberColumn, orderColumn, inverseOrderColumn].compactMap(\.self).map { "\($0) INTEGER" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(ownerColumn), \(memberColumn)) )"
    }

    /// The index for the inverse direction. The primary key serves the named one.
    var createIndex: String { "CREATE INDEX \(name)_\(memberColumn)_INDEX ON \(name) (\(memberColumn), \(ownerColumn))" }

    /// Returns the join tables of all many-to-many relationships of a store's entities.
    ///
    /// - Parameter numbers: the numbers of the entities, `Z_ENT`.
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
                    // A relationship that is its own inverse would give both columns the same name.
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

    /// Returns whether the table is named after `one`, which sorts first, instead of its inverse.
    private static func isFirst(_ one: NSRelationshipDescription, before other: NSRelationshipDescription) -> Bool {
        if one.isOrdered != other.isOrdered { return one.isOrdered }
        return one.owner === other.owner ? one.name >= other.name : true
    }

    /// Returns the name, with a number appended if the name is already taken.
    private static func unused(_ name: String, _ taken: inout Set<String>) -> String {
        if taken.insert(name).inserted { return name }
        var number = 1
        while !taken.insert("\(name)\(number)").inserted { number += 1 }
        return "\(name)\(number)"
    }
}
