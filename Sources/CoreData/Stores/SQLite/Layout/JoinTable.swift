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

    /// The names of the columns.
    struct Columns: Hashable {
        let owner: String
        let member: String
        let order: String?
        let inverseOrder: String?

        var all: [String] { [owner, member, order, inverseOrder].compactMap(\.self) }
    }

    let named: NSRelationshipDescription
    let inverse: NSRelationshipDescription
    let name: String
    /// The names that the columns have.
    var columns: Columns
    /// The names that the columns may have in a file: those in a new store and, if earlier versions
    /// of Strata chose others, those in stores that they created.
    let possibleColumns: [Columns]

    /// The column of the owners of the named relationship; its name contains that of the inverse.
    var ownerColumn: String { columns.owner }
    /// The column of the members of the named relationship; its name contains that of the
    /// relationship.
    var memberColumn: String { columns.member }
    /// The column with a member's position among its owner's members; nil without an order.
    var orderColumn: String? { columns.order }
    /// The column with an owner's position in the inverse relationship; nil without an order.
    var inverseOrderColumn: String? { columns.inverseOrder }

    /// Whether the relationship is its own inverse. Each pair of objects has two rows then, one for
    /// each of them as the owner. A row has the positions of both, so that the two rows differ only
    /// in the side on which each object is.
    var isReflexive: Bool { named === inverse }

    /// Returns the end of a relationship in this table; nil if the relationship is neither of the
    /// two.
    func side(of relationship: NSRelationshipDescription) -> Side? {
        relationship === named ? .named : relationship === inverse ? .inverse : nil
    }

    var createTable: String {
        // In the order of Apple's tables.
        let orders = isReflexive ? [inverseOrderColumn, orderColumn] : [orderColumn, inverseOrderColumn]
        let columns = ([ownerColumn, memberColumn] + orders.compactMap(\.self)).map { "\($0) INTEGER" }
        return "CREATE TABLE \(name) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(ownerColumn), \(memberColumn)) )"
    }

    /// The index for the inverse direction. The primary key serves the named one.
    var createIndex: String { "CREATE INDEX \(name)_\(memberColumn)_INDEX ON \(name) (\(memberColumn), \(ownerColumn))" }

    /// Returns the join tables of all many-to-many relationships of a store's entities.
    ///
    /// - Parameter numbers: the numbers of the entities, `Z_ENT`.
    static func all(_ entities: [StoreLayout.NumberedEntity], _ numbers: [ObjectIdentifier: Int64]) -> [JoinTable] {
        var seen: Set<ObjectIdentifier> = []
        var names = JoinNames()
        var joins: [JoinTable] = []
        for layout in entities.map(\.layout).sorted(by: { $0.name < $1.name }) {
            for one in layout.toManySlots.map(layout.relationship).sorted(by: { $0.name < $1.name }) {
                guard !one.isTransient, let other = one.inverseRelationship, other.isToMany, !seen.contains(ObjectIdentifier(one))
                else {
                    continue
                }
                seen.formUnion([ObjectIdentifier(one), ObjectIdentifier(other)])
                func end(_ relationship: NSRelationshipDescription) -> JoinNames.End {
                    let number = numbers[ObjectIdentifier((relationship.owner?.layout ?? layout))] ?? 0
                    return JoinNames.End(relationship: relationship, number: number)
                }
                let (named, inverse) = isFirst(one, before: other) ? (one, other) : (other, one)
                let possible = names.columns(end(named), end(inverse))
                joins.append(
                    JoinTable(
                        named: named, inverse: inverse, name: names.table(end(named)), columns: possible[0],
                        possibleColumns: possible))
            }
        }
        return joins
    }

    /// Returns whether the table is named after `one`, which sorts first, instead of its inverse.
    private static func isFirst(_ one: NSRelationshipDescription, before other: NSRelationshipDescription) -> Bool {
        if one.isOrdered != other.isOrdered { return one.isOrdered }
        return one.owner === other.owner ? one.name >= other.name : true
    }
}
