internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// Decodes the rows of one entity.
///
/// **Life of a row.** A statement selects `TableSQL.selection`: Z_PK, Z_OPT, Z_ENT if the table has
/// several entities, and the columns of the fetched entity and its subentities, since one table
/// holds a whole hierarchy. The columns of the current row are read through `SelectedColumns`, from
/// a stepped statement (`RawStatement`) or from the arguments of a function (`RowCollector`).
/// `TableSQL.row(_:)` looks at Z_ENT and picks the decoder of the row's own entity, which fills one
/// `RowValues` with a value for each property:
///
/// - Numbers, dates and Booleans are stored as 64-bit words. They are copied from the column
///   without a `Value` in between.
/// - Other attributes become a `Value`: texts, URLs, UUIDs, decimals and data.
/// - A to-one relationship is a foreign key. If the destination has subentities, a second column
///   has the Z_ENT of the referenced row, so the reference names the right entity without reading
///   that row.
/// - A transformable attribute stays encoded until the app reads it (`TransformedValue`).
/// - Data that may be stored externally is inline, or mapped from its file (`ExternalData`).
/// - A composite attribute becomes a list of its elements, one column each; null if all are NULL,
///   unless it is required and its elements are not.
/// - To-many relationships and transient properties have no column. Their slots are null.
///
/// The result is an `IdentifiedRow`: the row ID (the primary key with the store's ordinal, see
/// `KeySpace`), the values, and the version from Z_OPT that optimistic locking compares.
///
/// **The invariant.** Everything that depends on the model is computed once, before the first row:
/// the column of each slot, its type, and whether it is stored as a word. To decode a row, no name
/// is looked up. The positions are those of one selection: a decoder must not read a statement with
/// another list of columns, or it would silently mistake one property for another.
struct RowDecoder: Sendable {
    private enum Slot: Sendable {
        case none
        case plain(Int, NSAttributeType)
        case transformable(Int, TransformableCoding)
        /// Data that may be stored externally; encoded by a transformer if there is a coding.
        case external(Int, TransformableCoding?)
        /// The key, and the column of the entity number if the destination has subentities.
        case toOne(Int, EntityLayout, entity: Int?)
        /// The elements, a list of which is the value. Without any of them it is null, if it may be.
        case composite([Slot], mayBeNull: Bool)
    }

    /// A slot that is stored as a word, and the position of its column.
    private struct PackedSlot {
        let index: Int
        let position: Int
        let packing: RowShape.Packing
    }

    private let layout: EntityLayout
    private let packed: [PackedSlot]
    private let others: [(index: Int, slot: Slot)]
    private let entityNumbers: EntityNumbers
    private let external: ExternalData

    /// - Parameter positions: The positions in the selection, keyed by the index of the table's
    ///   column.
    init(
        _ layout: EntityLayout, _ columns: [SlotColumns], _ positions: [Int: Int], _ entityNumbers: EntityNumbers,
        _ external: ExternalData
    ) {
        func position(_ column: Int) -> Int {
            guard let position = positions[column] else {
                trap("A column of '\(layout.name)' is not selected.")
            }
            return position
        }
        func slot(_ columns: SlotColumns, _ index: Int, element: NSAttributeDescription? = nil) -> Slot {
            switch columns {
            case .none: .none
            case .attribute(let column, let attribute) where attribute.isExternal && element == nil:
                .external(position(column), attribute.attributeType == .transformableAttributeType ? attribute.coding : nil)
            case .attribute(let column, let attribute) where attribute.attributeType == .transformableAttributeType:
                .transformable(position(column), attribute.coding)
            case .attribute(let column, let attribute): .plain(position(column), attribute.attributeType)
            case .toOne(let column, let entity): .toOne(position(column), layout.destination(index), entity: entity.map(position))
            case .composite(let elements):
                composite(elements, index, (element ?? layout.properties[index]) as? NSCompositeAttributeDescription)
            }
        }
        func composite(_ columns: [SlotColumns], _ index: Int, _ attribute: NSCompositeAttributeDescription?) -> Slot {
            guard let attribute else { trap("'\(layout.name).\(layout.names[index])' is not a composite attribute.") }
            return .composite(
                zip(columns, attribute.elements).map { slot($0, index, element: $1) }, mayBeNull: !attribute.mayBeEmpty)
        }
        self.layout = layout
        var (packed, others): ([PackedSlot], [(Int, Slot)]) = ([], [])
        for index in columns.indices {
            let slot = slot(columns[index], index)
            let packing = layout.shape.places[index].packing
            if packing != .whole, case .plain(let position, _) = slot {
                packed.append(PackedSlot(index: index, position: position, packing: packing))
            } else {
                others.append((index, slot))
            }
        }
        self.packed = packed
        self.others = others
        self.entityNumbers = entityNumbers
        self.external = external
    }

    /// Returns the current row. Its first columns must be Z_PK and Z_OPT. Throws if a file of external
    /// data cannot be read.
    func row(_ columns: some SelectedColumns) throws -> IdentifiedRow {
        // Thrown after the row has a value in every slot.
        var failure: (any Error)?
        let values = RowValues(layout.shape) { row in
            for slot in packed {
                if let word = columns.word(slot.position, slot.packing) {
                    row.initialize(slot.index, packed: word)
                } else {
                    row.initializeNull(slot.index)
                }
            }
            for (index, slot) in others {
                do {
                    row.initialize(index, to: try value(slot, columns))
                } catch {
                    failure = error
                    row.initialize(index, to: .null)
                }
            }
        }
        if let failure { throw failure }
        return IdentifiedRow(rowID: columns.rowID(0), row: Row(layout: layout, values: values, version: columns.int(1)))
    }

    private func value(_ slot: Slot, _ columns: some SelectedColumns) throws -> Value {
        switch slot {
        case .none:
            return .null
        case .plain(let position, let type):
            return columns.value(position, as: type)
        case .transformable(let position, let coding):
            return columns.data(position).map { .opaque(OpaqueValue(TransformedValue(data: $0, coding))) } ?? .null
        case .external(let position, let coding):
            guard let data = try columns.data(position).flatMap(external.data) else { return .null }
            return coding.map { .opaque(OpaqueValue(TransformedValue(data: data, $0))) } ?? .data(data)
        case .toOne(let position, let destination, let entity):
            guard let rowID = columns.reference(position) else { return .null }
            let layout = entity.flatMap { entityNumbers.layout(columns.int($0)) } ?? destination
            return .object(ObjectReference(layout, rowID))
        case .composite(let elements, let mayBeNull):
            let values = try elements.map { try value($0, columns) }
            return mayBeNull && values.allSatisfy(\.hasNoValue) ? .null : .list(values)
        }
    }
}

extension Value {
    /// Whether a composite's element is null, or a composite of such elements.
    fileprivate var hasNoValue: Bool {
        switch self {
        case .null: true
        case .list(let elements): elements.allSatisfy(\.hasNoValue)
        default: false
        }
    }
}

extension NSCompositeAttributeDescription {
    /// Whether a value is required, but none of its elements is, so that a row without any of them
    /// has a value.
    fileprivate var mayBeEmpty: Bool {
        !isOptional
            && elements.allSatisfy { $0.isOptional || ($0 as? NSCompositeAttributeDescription)?.mayBeEmpty == true }
    }
}

/// A column of an INSERT or UPDATE, and the part of a row's values that it stores.
struct ColumnBinding: Sendable {
    enum Part: Sendable {
        case whole
        /// The entity number of the referenced object.
        case entity
        /// An element of a composite value, by its path of positions in nested composites.
        case element([Int])
    }

    let column: String
    let slot: Int
    let part: Part

    static func all(_ columns: SlotColumns, slot: Int, _ table: TableLayout) -> [ColumnBinding] {
        func all(_ columns: SlotColumns, _ path: [Int]) -> [ColumnBinding] {
            switch columns {
            case .none: []
            case .attribute(let column, _):
                [ColumnBinding(column: table.columns[column].name, slot: slot, part: path.isEmpty ? .whole : .element(path))]
            case .toOne(let column, let entity):
                [ColumnBinding(column: table.columns[column].name, slot: slot, part: .whole)]
                    + (entity.map { [ColumnBinding(column: table.columns[$0].name, slot: slot, part: .entity)] } ?? [])
            case .composite(let elements):
                elements.indices.flatMap { all(elements[$0], path + [$0]) }
            }
        }
        return all(columns, [])
    }

    /// Whether the slot's whole value can be bound without encoding.
    func isPlain(_ layout: EntityLayout) -> Bool {
        guard case .whole = part else { return false }
        return layout.kinds[slot] == .toOne
            || (layout.kinds[slot] == .attribute
                && ![.transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType].contains(layout.types[slot]))
    }

    /// Binds the column's part of a row's values.
    @inline(__always)
    func bind(_ values: RowValues, _ statement: RawStatement, at index: Int, _ entityNumbers: EntityNumbers) throws {
        if case .whole = part {
            let value = values[slot]
            if case .opaque = value { return try bindData(value, statement, index) }
            try statement.bind(value, at: index)
        } else {
            try bindPart(values[slot], statement, index, entityNumbers)
        }
    }

    private func bindPart(_ value: Value, _ statement: RawStatement, _ index: Int, _ entityNumbers: EntityNumbers) throws {
        switch (part, value) {
        case (.entity, .object(let reference)):
            statement.bind(entityNumbers.number(reference.layout), at: index)
        case (.element(let path), .list):
            let element = path.reduce(value) { value, position in
                if case .list(let values) = value { values[position] } else { .null }
            }
            try bindData(element, statement, index)
        default:
            try statement.bind(Value.null, at: index)
        }
    }

    private func bindData(_ value: Value, _ statement: RawStatement, _ index: Int) throws {
        guard case .opaque(let opaque) = value, let transformed = opaque.object as? TransformedValue else {
            return try statement.bind(value, at: index)
        }
        try statement.bind(.data(try transformed.encoded()), at: index)
    }
}
