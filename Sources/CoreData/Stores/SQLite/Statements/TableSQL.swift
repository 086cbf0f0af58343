internal import StrataPredicates
internal import StrataTraps

/// The SQL texts of one entity, created once, when they are first used, and the encoding and
/// decoding of its rows.
final class TableSQL: Sendable {
    let layout: EntityLayout
    /// The entity's `Z_ENT`.
    let entityNumber: Int64
    let table: String
    /// The `Z_ENT` of the root entity, under which Z_PRIMARYKEY has the table's last primary key.
    let rootNumber: Int64
    /// The `Z_ENT` of this entity and its subentities; nil if the table has no other entities.
    let entityNumbers: [Int64]?
    /// The columns of every statement that returns rows: Z_PK and Z_OPT, Z_ENT if the table has
    /// several entities, then the columns of this entity and its subentities.
    let selection: String
    /// The number of columns in `selection`.
    let selectedCount: Int
    let selectByKey: String
    let insert: String
    /// An INSERT that updates the row with the same unique values, if there is one (ON CONFLICT DO
    /// UPDATE).
    let insertReplacing: String
    /// Like `insertReplacing`, but the row keeps its relationships.
    let insertReplacingAttributes: String
    /// An INSERT that does nothing if a row has the same unique values (ON CONFLICT DO NOTHING).
    let insertIgnoring: String
    let delete: String
    /// An UPDATE that copies the attributes that the history preserves of deleted objects from a
    /// row, `?1`, into its ACHANGE row, `?2`; nil if there are no such attributes.
    let preserve: String?
    /// The bindings of the columns of `insert`.
    private let bindings: [ColumnBinding]
    /// The slots of `bindings`, if each column stores the whole value of a slot without encoding;
    /// nil otherwise. A loop over integers is faster than one over bindings.
    private let plainSlots: [Int]?
    /// The slots whose data may be stored externally.
    let externalSlots: [Int]
    private let columnsBySlot: [String?]
    private let slotColumns: [SlotColumns]
    private let columnNames: [String]
    private let bindingsBySlot: [[ColumnBinding]]
    private let reader: RowDecoder
    /// The decoders of this entity and its subentities, keyed by `Z_ENT`; empty if the table has no
    /// other entity.
    private let subreaders: [Int64: RowDecoder]

    init(
        _ table: TableLayout, _ entity: StoreLayout.NumberedEntity, _ destinations: EntityNumbers, _ external: ExternalData
    ) {
        let layout = entity.layout
        let slots = table.slots(layout)
        self.layout = layout
        entityNumber = entity.number
        rootNumber = table.entities[0].number
        self.table = table.name
        let kinds = table.entities.filter { $0.layout.isKind(of: layout) }
        entityNumbers = kinds.count == table.entities.count ? nil : kinds.map(\.number)

        var selected: [Int] = []
        for kind in kinds {
            for column in table.slots(kind.layout).flatMap(\.columns) where !selected.contains(column) { selected.append(column) }
        }
        let isAlone = kinds.count == 1 && entityNumbers == nil
        let first = ["Z_PK", "Z_OPT"] + (isAlone ? [] : ["Z_ENT"])
        let position = Dictionary(uniqueKeysWithValues: selected.enumerated().map { ($1, $0 + first.count) })
        let columns = first + selected.map { table.columns[$0].name }
        selection = columns.map { "t0.\($0)" }.joined(separator: ", ")
        selectedCount = columns.count
        selectByKey = "SELECT \(selection) FROM \(table.name) t0 WHERE t0.Z_PK = ?"
        reader = RowDecoder(layout, slots, position, destinations, external)
        subreaders =
            isAlone
            ? [:]
            : Dictionary(
                uniqueKeysWithValues: kinds.map {
                    ($0.number, RowDecoder($0.layout, table.slots($0.layout), position, destinations, external))
                }
            )

        // `DerivedAttributes` writes derived attributes at the end of a transaction.
        bindingsBySlot = slots.indices.map { layout.isDerived($0) ? [] : ColumnBinding.all(slots[$0], slot: $0, table) }
        externalSlots = slots.indices.filter { slot in
            if case .attribute(_, let attribute) = slots[slot] { attribute.isExternal } else { false }
        }
        bindings = bindingsBySlot.flatMap(\.self)
        plainSlots = bindings.allSatisfy { $0.isPlain(layout) } ? bindings.map(\.slot) : nil
        slotColumns = slots
        columnNames = table.columns.map(\.name)
        columnsBySlot = slots.map { slot in slot.ownColumn.map { table.columns[$0].name } }
        let written = bindings.map(\.column)
        let places = written.map { _ in ", ?" }.joined()
        insert = """
            INSERT INTO \(table.name) (\((["Z_PK", "Z_ENT", "Z_OPT"] + written).joined(separator: ", "))) \
            VALUES (?, \(entityNumber), 1\(places))
            """
        let targets = layout.uniqueSlots.map { slots in slots.map { table.column($0, layout) }.joined(separator: ", ") }
        func replacing(_ columns: [String]) -> String {
            let assignments = (["Z_OPT = Z_OPT + 1"] + columns.map { "\($0) = excluded.\($0)" }).joined(separator: ", ")
            return targets.map { " ON CONFLICT (\($0)) DO UPDATE SET \(assignments)" }.joined()
        }
        insertReplacing = insert + replacing(written)
        insertReplacingAttributes =
            insert + replacing(bindings.filter { layout.kinds[$0.slot].isAttribute }.map(\.column))
        insertIgnoring = insert + targets.map { " ON CONFLICT (\($0)) DO NOTHING" }.joined()
        delete = "DELETE FROM \(table.name) WHERE Z_PK = ?"
        let kept = layout.tombstoneSlots.flatMap { slots[$0].columns }.map { table.columns[$0].name }
        let tombstones = kept.indices.map(HistoryTables.tombstone).joined(separator: ", ")
        preserve =
            kept.isEmpty
            ? nil
            : """
            UPDATE ACHANGE SET (\(tombstones)) = (SELECT \(kept.joined(separator: ", ")) FROM \(table.name) WHERE Z_PK = ?) \
            WHERE Z_PK = ?
            """
    }

    /// Returns the only column of a slot. Traps if there is none or more than one.
    func column(_ slot: Int) -> String {
        guard let column = columnsBySlot[slot] else {
            trap(
                "\(layout.name).\(layout.names[slot]) is \(layout.kindDescription(slot)), so it has no single column.")
        }
        return column
    }

    /// Returns the column of an element of a composite attribute, and the rest of the key path.
    ///
    /// Returns nil if the key path does not reach an element.
    ///
    /// - Parameter names: The key path after the composite attribute, which may lead through nested
    ///   composites.
    func element(_ slot: Int, _ names: ArraySlice<String>) -> (
        column: String, attribute: NSAttributeDescription, rest: ArraySlice<String>
    )? {
        var (columns, attribute, rest) = (slotColumns[slot], layout.attribute(slot), names)
        while case .composite(let elements) = columns, let composite = attribute as? NSCompositeAttributeDescription {
            guard let name = rest.popFirst(), let place = composite.elements.firstIndex(where: { $0.name == name }) else {
                return nil
            }
            (columns, attribute) = (elements[place], composite.elements[place])
        }
        guard case .attribute(let column, _) = columns else { return nil }
        return (columnNames[column], attribute, rest)
    }

    /// Whether saves write the slot to the row.
    func isStored(_ slot: Int) -> Bool { !bindingsBySlot[slot].isEmpty }

    /// Whether the store computes the slot's value.
    func isDerived(_ slot: Int) -> Bool { layout.isDerived(slot) && columnsBySlot[slot] != nil }

    /// Returns the columns of some slots, including those of derived attributes.
    func columns(_ slots: [Int]) -> [String] { slots.flatMap { slotColumns[$0].columns.map { columnNames[$0] } } }

    /// Binds the arguments of `insert` after the primary key.
    ///
    /// - Throws: The error of a value transformer.
    func bind(_ values: RowValues, _ statement: RawStatement, from index: Int, _ entityNumbers: EntityNumbers) throws {
        if let plainSlots {
            for place in plainSlots.indices { try statement.bind(values[plainSlots[place]], at: index + place) }
        } else {
            for place in bindings.indices { try bindings[place].bind(values, statement, at: index + place, entityNumbers) }
        }
    }

    /// Returns the bindings of the columns of some slots.
    func bindings(_ slots: [Int]) -> [ColumnBinding] { slots.flatMap { bindingsBySlot[$0] } }

    /// Returns the SELECT of the primary key of the row with given values in unique slots.
    func selectKey(unique slots: [Int]) -> String {
        "SELECT Z_PK FROM \(table) WHERE " + slots.map { "\(column($0)) = ?" }.joined(separator: " AND ")
    }

    func update(_ bindings: [ColumnBinding]) -> String {
        "UPDATE \(table) SET " + (["Z_OPT = ?"] + bindings.map { "\($0.column) = ?" }).joined(separator: ", ") + " WHERE Z_PK = ?"
    }

    /// Returns the current row of a statement that selects `selection`; nil if its `Z_ENT` is not
    /// that of this entity or a subentity.
    func row(_ columns: some SelectedColumns) throws -> IdentifiedRow? {
        guard !subreaders.isEmpty else { return try reader.row(columns) }
        return try subreaders[columns.int(2)]?.row(columns)
    }

    /// Returns the value of a slot that has exactly one column.
    func value(_ statement: RawStatement, _ column: Int, slot: Int) -> Value {
        guard layout.kinds[slot] == .toOne else { return statement.value(column, as: layout.types[slot]) }
        guard let rowID = statement.reference(column) else { return .null }
        return .object(ObjectReference(layout.destination(slot), rowID))
    }
}
