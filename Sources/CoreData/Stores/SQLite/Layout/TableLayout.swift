internal import Foundation
internal import Traps

/// The table of an entity and its subentities: names, column types, column order, indexes.
///
/// Columns stand in groups by kind of type; in each group come the entities in the order of their numbers, with attributes by name, to-one
/// relationships by name and then what to-many relationships to them need. The place of DECIMAL columns is read off a published MoneyWell schema.
struct TableLayout {
    struct Column {
        let name: String
        let type: String
        fileprivate let group: Int
        /// Whether there is an index for the column, as there is for every reference.
        let isReference: Bool
    }

    let name: String
    let entities: [StoreLayout.NumberedEntity]
    let columns: [Column]
    private let slotsByEntity: [ObjectIdentifier: [SlotColumns]]
    private let owners: [ObjectIdentifier: String]
    private let orders: [ObjectIdentifier: String]

    init(_ entities: [StoreLayout.NumberedEntity], _ numbers: [ObjectIdentifier: Int64], _ foreignKeys: [ForeignKey]) {
        name = "Z" + entities[0].layout.name.uppercased()
        self.entities = entities
        var builder = ColumnBuilder()
        var slotsByEntity: [ObjectIdentifier: [SlotColumns]] = [:]
        var owners: [ObjectIdentifier: String] = [:]
        var orders: [ObjectIdentifier: String] = [:]
        for entity in entities {
            let layout = entity.layout
            let inherited = layout.superlayout.flatMap { slotsByEntity[ObjectIdentifier($0)] } ?? []
            let own = layout.kinds.indices.dropFirst(inherited.count)
            var slots = inherited + own.map { _ in SlotColumns.none }
            for slot in own where layout.kinds[slot].isAttribute && !layout.properties[slot].isTransient {
                slots[slot] = builder.add(layout.attribute(slot))
            }
            for slot in own where layout.kinds[slot] == .toOne && !layout.properties[slot].isTransient {
                let destination = layout.destination(slot)
                let hasKinds = !destination.entity.subentities.isEmpty
                slots[slot] = builder.addReference(
                    layout.names[slot], entityNumber: hasKinds ? numbers[ObjectIdentifier(destination)] : nil)
            }
            for key in foreignKeys where key.destination === layout {
                let name = builder.add(key.name, isReference: key.kind == .owner)
                switch key.kind {
                case .owner: owners[ObjectIdentifier(key.relationship)] = name
                case .order: orders[ObjectIdentifier(key.relationship)] = name
                }
            }
            slotsByEntity[ObjectIdentifier(layout)] = slots
        }
        columns = builder.columns
        self.slotsByEntity = slotsByEntity
        self.owners = owners
        self.orders = orders
    }

    var isShared: Bool { entities.count > 1 }

    /// Where the values of an entity of this table stand, by slot.
    func slots(_ layout: EntityLayout) -> [SlotColumns] {
        guard let slots = slotsByEntity[ObjectIdentifier(layout)] else {
            trap("The entity '\(layout.name)' is not kept in \(name).")
        }
        return slots
    }

    /// The column that names the owner in a to-many relationship without an inverse.
    func ownerColumn(of relationship: NSRelationshipDescription) -> String? { owners[ObjectIdentifier(relationship)] }

    /// The column with the position among the members of an ordered relationship.
    func orderColumn(of relationship: NSRelationshipDescription) -> String? { orders[ObjectIdentifier(relationship)] }

    // MARK: SQL

    var createTable: String {
        let ordered = columns.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }
        let all =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + ordered.map { "\($0.element.name) \($0.element.type)" }
        return "CREATE TABLE \(name) ( \(all.joined(separator: ", ")) )"
    }

    /// The indexes that the table's entities need or declare, but for those of references.
    func entityIndexes(_ schema: QuerySchema) -> [String] {
        (isShared ? ["CREATE INDEX \(name)_Z_ENT_INDEX ON \(name) (Z_ENT)"] : [])
            + entities.flatMap { indexes(of: $0.layout, schema) }
    }

    var referenceIndexes: [String] {
        columns.filter(\.isReference).map { "CREATE INDEX \(name)_\($0.name)_INDEX ON \(name) (\($0.name))" }
    }

    /// The unique and the fetch indexes that an entity declares itself.
    private func indexes(of layout: EntityLayout, _ schema: QuerySchema) -> [String] {
        let unique = layout.uniqueSlots.dropFirst(layout.superlayout?.uniqueSlots.count ?? 0).map { slots in
            let keys = slots.map { "\(column($0, layout)) COLLATE BINARY ASC" }
            let names = slots.map { layout.names[$0] }.joined(separator: "_")
            return "CREATE UNIQUE INDEX Z_\(layout.name)_UNIQUE_\(names) ON \(name) (\(keys.joined(separator: ", ")))"
        }
        let fetch = layout.entity.indexes.flatMap { index in
            FetchIndexSQL(index: index, table: self, layout: layout, kinds: schema.table(layout).entityNumbers).createStatements(
                where: index.partialIndexPredicate.flatMap { QueryBuilder.indexCondition($0, layout, schema) })
        }
        return unique + fetch
    }

    /// The one column of a slot; traps where there is none or several.
    func column(_ slot: Int, _ layout: EntityLayout) -> String {
        switch slots(layout)[slot] {
        case .attribute(let column, _), .toOne(let column, _): return columns[column].name
        case .none, .composite:
            trap(
                "\(layout.name).\(layout.names[slot]) is \(layout.kindDescription(slot)), for which there is no one column.")
        }
    }
}

/// The columns of a slot's value, as positions in the table's columns.
enum SlotColumns: Sendable {
    /// The store keeps nothing in the row: a to-many or transient property.
    case none
    case attribute(Int, NSAttributeDescription)
    /// The key and, where the destination has subentities, the number of the object's own entity.
    case toOne(Int, entity: Int?)
    case composite([SlotColumns])

    /// The positions in the order in which values are written.
    var columns: [Int] {
        switch self {
        case .none: []
        case .attribute(let column, _): [column]
        case .toOne(let column, let entity): [column] + (entity.map { [$0] } ?? [])
        case .composite(let elements): elements.flatMap(\.columns)
        }
    }
}

/// Collects columns and gives them names: the property's in capitals behind a Z, with a number where that is taken.
private struct ColumnBuilder {
    private(set) var columns: [TableLayout.Column] = []
    private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

    /// Adds the column of an attribute; that of each element of a composite one.
    mutating func add(_ attribute: NSAttributeDescription) -> SlotColumns {
        if let composite = attribute as? NSCompositeAttributeDescription {
            return .composite(composite.elements.map { add($0) })
        }
        _ = add("Z" + attribute.name.uppercased(), attribute.attributeType.columnType, attribute.attributeType.columnGroup)
        return .attribute(columns.count - 1, attribute)
    }

    mutating func addReference(_ name: String, entityNumber: Int64?) -> SlotColumns {
        _ = add("Z" + name.uppercased(), isReference: true)
        let column = columns.count - 1
        guard let entityNumber else { return .toOne(column, entity: nil) }
        _ = add("Z\(entityNumber)_\(name.uppercased())", isReference: false)
        return .toOne(column, entity: column + 1)
    }

    mutating func add(_ name: String, isReference: Bool) -> String {
        add(name, "INTEGER", 0, isReference: isReference)
    }

    private mutating func add(_ name: String, _ type: String, _ group: Int, isReference: Bool = false) -> String {
        var free = name
        var number = 1
        while !taken.insert(free).inserted {
            free = "\(name)\(number)"
            number += 1
        }
        columns.append(TableLayout.Column(name: free, type: type, group: group, isReference: isReference))
        return free
    }
}

extension NSAttributeType {
    /// The declared type of the column.
    var columnType: String {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: "INTEGER"
        case .doubleAttributeType, .floatAttributeType: "FLOAT"
        case .dateAttributeType: "TIMESTAMP"
        case .decimalAttributeType: "DECIMAL"
        case .stringAttributeType, .URIAttributeType: "VARCHAR"
        case .UUIDAttributeType, .binaryDataAttributeType, .transformableAttributeType: "BLOB"
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType:
            trap(
                "An attribute of type \(displayName) cannot be stored; make it transient, or give it another type.")
        }
    }

    /// Columns stand in these groups.
    var columnGroup: Int {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: 0
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType: 1
        case .decimalAttributeType: 2
        case .stringAttributeType: 3
        case .URIAttributeType: 4
        case .UUIDAttributeType: 5
        case .binaryDataAttributeType, .transformableAttributeType: 6
        case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType:
            trap("An attribute of type \(displayName) has no column.")
        }
    }
}
