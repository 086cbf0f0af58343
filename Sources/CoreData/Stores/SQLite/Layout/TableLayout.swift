internal import Foundation
internal import StrataTraps

/// The table of a root entity and its subentities: names, column types, column order, indexes.
///
/// The columns are grouped by type. Each group has the entities in the order of their numbers: for
/// each, its attributes by name, its to-one relationships by name, and the columns that to-many
/// relationships to it need. The position of DECIMAL columns is taken from a published
/// schema of the app MoneyWell.
struct TableLayout {
    /// A column besides Z_PK, Z_ENT and Z_OPT.
    struct Column {
        let name: String
        let type: String
        fileprivate let group: Int
        /// Whether the column refers to rows. Such a column has an index.
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

    /// Whether the table has several entities.
    var isShared: Bool { entities.count > 1 }

    /// Returns the columns of an entity's values, by slot. Traps if the entity is not in this
    /// table.
    func slots(_ layout: EntityLayout) -> [SlotColumns] {
        guard let slots = slotsByEntity[ObjectIdentifier(layout)] else {
            trap("The entity '\(layout.name)' is not stored in \(name).")
        }
        return slots
    }

    /// Returns the column with the owner's key in a to-many relationship without an inverse.
    func ownerColumn(of relationship: NSRelationshipDescription) -> String? { owners[ObjectIdentifier(relationship)] }

    /// Returns the column with the position of a member in an ordered relationship.
    func orderColumn(of relationship: NSRelationshipDescription) -> String? { orders[ObjectIdentifier(relationship)] }

    // MARK: SQL

    var createTable: String {
        let ordered = columns.enumerated().sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }
        let all =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + ordered.map { "\($0.element.name) \($0.element.type)" }
        return "CREATE TABLE \(name) ( \(all.joined(separator: ", ")) )"
    }

    /// Returns the statements for the indexes that the entities need or declare, except the indexes
    /// of references.
    func entityIndexes(_ schema: QuerySchema) -> [String] {
        (isShared ? [entityIndex] : []) + entities.flatMap { indexes(of: $0.layout, schema) }
    }

    /// The statement for the index of the entities in a table that has several.
    var entityIndex: String { "CREATE INDEX \(name)_Z_ENT_INDEX ON \(name) (Z_ENT)" }

    /// The statements for the indexes of columns that refer to rows.
    var referenceIndexes: [String] {
        columns.filter(\.isReference).map { "CREATE INDEX \(name)_\($0.name)_INDEX ON \(name) (\($0.name))" }
    }

    /// Returns the statements for the unique and the fetch indexes that an entity declares itself.
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

    /// Returns the only column of a slot. Traps if there is none or more than one.
    func column(_ slot: Int, _ layout: EntityLayout) -> String {
        guard let column = slots(layout)[slot].ownColumn else {
            trap(
                "\(layout.name).\(layout.names[slot]) is \(layout.kindDescription(slot)), so it has no single column.")
        }
        return columns[column].name
    }

    /// Returns the columns by whose values rows can be indexed, and that are null in a row without a
    /// value: one, or those of the elements of a composite attribute.
    func indexedColumns(_ slot: Int, _ layout: EntityLayout) -> [String] {
        let slot = slots(layout)[slot]
        return (slot.ownColumn.map { [$0] } ?? slot.columns).map { columns[$0].name }
    }
}

/// The columns of a slot's value, as indexes into `TableLayout.columns`.
enum SlotColumns: Sendable {
    /// No column: the property is to-many, transient or fetched.
    case none
    case attribute(Int, NSAttributeDescription)
    /// The column of the key and, if the destination has subentities, that of the object's own
    /// entity number.
    case toOne(Int, entity: Int?)
    /// The columns of each element of a composite attribute.
    case composite([SlotColumns])

    /// The indexes of all columns, in the order in which values are bound.
    var columns: [Int] {
        switch self {
        case .none: []
        case .attribute(let column, _): [column]
        case .toOne(let column, let entity): [column] + (entity.map { [$0] } ?? [])
        case .composite(let elements): elements.flatMap(\.columns)
        }
    }

    /// The index of the only column with the value: that of an attribute, of a reference, or of a
    /// composite attribute with a single element; nil for others.
    var ownColumn: Int? {
        switch self {
        case .none: nil
        case .attribute(let column, _), .toOne(let column, _): column
        case .composite(let elements): elements.count == 1 ? elements[0].ownColumn : nil
        }
    }
}

/// Collects a table's columns and names them: Z and the property's name in capitals, with a number
/// appended if this name is already taken.
private struct ColumnBuilder {
    private(set) var columns: [TableLayout.Column] = []
    private var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

    /// Adds the column of an attribute, or those of the elements of a composite one.
    mutating func add(_ attribute: NSAttributeDescription) -> SlotColumns {
        if let composite = attribute as? NSCompositeAttributeDescription {
            return .composite(composite.elements.map { add($0) })
        }
        _ = add("Z" + attribute.name.uppercased(), attribute.attributeType.columnType, attribute.attributeType.columnGroup)
        return .attribute(columns.count - 1, attribute)
    }

    /// Adds the column of a to-one relationship.
    ///
    /// - Parameter entityNumber: the destination's number if it has subentities; nil otherwise. If
    ///   not nil, a second column stores the number of the object's own entity.
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
    /// The declared type of a column. Traps for a type that cannot be stored.
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

    /// The group of a column, by which the columns of a table are ordered.
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
