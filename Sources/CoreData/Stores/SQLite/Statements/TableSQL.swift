internal import Predicates
internal import Traps

/// The SQL texts of an entity, made once, and how its rows are read and written.
final class TableSQL: Sendable {
    let layout: EntityLayout
    let entityNumber: Int64
    let table: String
    /// The number that Z_PRIMARYKEY keeps the last key of the table under: that of the topmost entity.
    let rootNumber: Int64
    /// `Z_ENT` of this entity and those below it; nil where the table has no others.
    let entityNumbers: [Int64]?
    /// Z_PK and Z_OPT, Z_ENT where the table has several entities, then the columns of this entity and those of its subentities, as every
    /// statement that returns rows selects them.
    let selection: String
    let selectedCount: Int
    let selectByKey: String
    let insert: String
    /// As `insert`, with what to do where a unique value is taken.
    let insertReplacing: String
    let insertIgnoring: String
    let delete: String
    /// Copies into a change of the history, whose key is the second argument, what it keeps of a row, whose key is the first; nil where
    /// that is nothing.
    let preserve: String?
    /// What is written into each column of `insert`.
    private let bindings: [ColumnBinding]
    /// The slots of `bindings`, where each column has the whole of one that is no object with a coding: numbers are quicker to pass over.
    private let plainSlots: [Int]?
    /// The slots whose data may lie outside of the row.
    let externalSlots: [Int]
    private let columnsBySlot: [String?]
    private let slotColumns: [SlotColumns]
    private let columnNames: [String]
    private let bindingsBySlot: [[ColumnBinding]]
    private let reader: RowReading
    /// By `Z_ENT`; empty where rows are of this entity only.
    private let subreaders: [Int64: RowReading]

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
        reader = RowReading(layout, slots, position, destinations, external)
        subreaders =
            isAlone
            ? [:]
            : Dictionary(
                uniqueKeysWithValues: kinds.map {
                    ($0.number, RowReading($0.layout, table.slots($0.layout), position, destinations, external))
                }
            )

        // Derived attributes are written by the store itself.
        bindingsBySlot = slots.indices.map { layout.isDerived($0) ? [] : ColumnBinding.all(slots[$0], slot: $0, table) }
        externalSlots = slots.indices.filter { slot in
            if case .attribute(_, let attribute) = slots[slot] { attribute.isExternal } else { false }
        }
        bindings = bindingsBySlot.flatMap(\.self)
        plainSlots = bindings.allSatisfy { $0.isPlain(layout) } ? bindings.map(\.slot) : nil
        slotColumns = slots
        columnNames = table.columns.map(\.name)
        columnsBySlot = slots.map { slot in
            switch slot {
            case .attribute(let column, _), .toOne(let column, _): table.columns[column].name
            case .none, .composite: nil
            }
        }
        let written = bindings.map(\.column)
        let places = written.map { _ in ", ?" }.joined()
        insert = """
            INSERT INTO \(table.name) (\((["Z_PK", "Z_ENT", "Z_OPT"] + written).joined(separator: ", "))) \
            VALUES (?, \(entityNumber), 1\(places))
            """
        let assignments = (["Z_OPT = Z_OPT + 1"] + written.map { "\($0) = excluded.\($0)" }).joined(separator: ", ")
        let targets = layout.uniqueSlots.map { slots in slots.map { table.column($0, layout) }.joined(separator: ", ") }
        insertReplacing = insert + targets.map { " ON CONFLICT (\($0)) DO UPDATE SET \(assignments)" }.joined()
        insertIgnoring = insert + targets.map { " ON CONFLICT (\($0)) DO NOTHING" }.joined()
        delete = "DELETE FROM \(table.name) WHERE Z_PK = ?"
        let kept = layout.tombstoneSlots.map { table.column($0, layout) }
        let tombstones = kept.indices.map(HistoryTables.tombstone).joined(separator: ", ")
        preserve =
            kept.isEmpty
            ? nil
            : """
            UPDATE ACHANGE SET (\(tombstones)) = (SELECT \(kept.joined(separator: ", ")) FROM \(table.name) WHERE Z_PK = ?) \
            WHERE Z_PK = ?
            """
    }

    /// The column of a slot that has one.
    func column(_ slot: Int) -> String {
        guard let column = columnsBySlot[slot] else {
            trap(
                "\(layout.name).\(layout.names[slot]) is \(layout.kindDescription(slot)), for which there is no one column.")
        }
        return column
    }

    /// The column of an element of a composite attribute, named by the first of `names`, and the names that are left; nil where there is none.
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

    /// Whether the store keeps the slot in the row.
    func isStored(_ slot: Int) -> Bool { !bindingsBySlot[slot].isEmpty }

    /// Whether the store computes the slot.
    func isDerived(_ slot: Int) -> Bool { layout.isDerived(slot) && columnsBySlot[slot] != nil }

    /// The columns of some slots, those of derived attributes too.
    func columns(_ slots: [Int]) -> [String] { slots.flatMap { slotColumns[$0].columns.map { columnNames[$0] } } }

    /// Binds the values of `insert` behind the key.
    func bind(_ values: RowValues, _ statement: RawStatement, from index: Int, _ numbers: EntityNumbers) throws {
        if let plainSlots {
            for place in plainSlots.indices { statement.bind(values[plainSlots[place]], at: index + place) }
        } else {
            for place in bindings.indices { try bindings[place].bind(values, statement, at: index + place, numbers) }
        }
    }

    /// What is written into the columns of some slots.
    func bindings(_ slots: [Int]) -> [ColumnBinding] { slots.flatMap { bindingsBySlot[$0] } }

    /// Finds the row that holds the values of a uniqueness constraint.
    func selectKey(unique slots: [Int]) -> String {
        "SELECT Z_PK FROM \(table) WHERE " + slots.map { "\(column($0)) = ?" }.joined(separator: " AND ")
    }

    func update(_ bindings: [ColumnBinding]) -> String {
        "UPDATE \(table) SET " + (["Z_OPT = ?"] + bindings.map { "\($0.column) = ?" }).joined(separator: ", ") + " WHERE Z_PK = ?"
    }

    /// Reads a row of a statement that selects `selection`; nil where it is of an entity that is none of these.
    func row(_ columns: some SelectedColumns) -> NumberedRow? {
        guard !subreaders.isEmpty else { return reader.row(columns) }
        return subreaders[columns.int(2)]?.row(columns)
    }

    /// Reads a value of a slot that has one column.
    func value(_ statement: RawStatement, _ column: Int, slot: Int) -> Value {
        guard layout.kinds[slot] == .toOne else { return statement.value(column, as: layout.types[slot]) }
        guard let number = statement.reference(column) else { return .null }
        return .object(ObjectReference(layout.destination(slot), number))
    }
}

extension EntityLayout {
    func isDerived(_ slot: Int) -> Bool { properties[slot] is NSDerivedAttributeDescription }
}
