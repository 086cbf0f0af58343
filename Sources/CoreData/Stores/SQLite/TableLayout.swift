internal import Foundation
internal import Predicates

/// An entity's table as Core Data lays it out: names, column types, column order, indexes.
///
/// Read off the stores in `../shared/data/stores`; the place of DECIMAL columns off a published MoneyWell schema.
struct TableLayout {
    let layout: EntityLayout
    /// `Z_ENT`: entities are numbered from 1 in the order of their names.
    let entityNumber: Int64
    let table: String
    /// The column of each slot.
    let columns: [String]

    init(_ layout: EntityLayout, entityNumber: Int64) {
        self.layout = layout
        self.entityNumber = entityNumber
        table = "Z" + layout.name.uppercased()
        columns = layout.attributes.map { "Z" + $0.name.uppercased() }
    }

    /// The tables of a model, in the order of their entities' names.
    static func tables(of model: NSManagedObjectModel) -> [TableLayout] {
        model.entities.map(\.layout).sorted { $0.name < $1.name }.enumerated()
            .map { TableLayout($1, entityNumber: Int64($0 + 1)) }
    }

    /// The slots in the order of their columns: by kind of type, then by name.
    var slotsInColumnOrder: [Int] {
        layout.types.indices.sorted { a, b in
            (layout.types[a].columnGroup, a) < (layout.types[b].columnGroup, b)
        }
    }

    var createStatements: [String] {
        let attributes = slotsInColumnOrder.map { "\(columns[$0]) \(layout.types[$0].columnType)" }
        let all = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + attributes
        return ["CREATE TABLE \(table) ( \(all.joined(separator: ", ")) )"] + uniqueIndexes + fetchIndexes
    }

    private var uniqueIndexes: [String] {
        layout.uniqueSlots.map { slots in
            let names = slots.map { layout.attributes[$0].name }.joined(separator: "_")
            let keys = slots.map { "\(columns[$0]) COLLATE BINARY ASC" }.joined(separator: ", ")
            return "CREATE UNIQUE INDEX Z_\(layout.name)_UNIQUE_\(names) ON \(table) (\(keys))"
        }
    }

    private var fetchIndexes: [String] {
        layout.entity.indexes.map { index in
            let keys = index.elements.map { element in
                let slot = layout.requiredSlot(of: element.propertyName ?? "")
                return "\(columns[slot]) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
            }
            return "CREATE INDEX Z_\(layout.name)_\(index.name) ON \(table) (\(keys.joined(separator: ", ")))"
        }
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
        case .undefinedAttributeType: preconditionFailure("An attribute without a type has no column.")
        case .objectIDAttributeType, .compositeAttributeType:
            preconditionFailure("An attribute of this type has no column of its own.")
        }
    }

    /// Columns stand in these groups, each in the order of names.
    var columnGroup: Int {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: 0
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType: 1
        case .decimalAttributeType: 2
        case .stringAttributeType: 3
        case .URIAttributeType: 4
        case .UUIDAttributeType: 5
        case .binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
            .compositeAttributeType:
            6
        }
    }
}
