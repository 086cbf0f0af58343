internal import Predicates

/// The SQL texts of an entity's table, made once.
final class TableSQL: Sendable {
    let layout: EntityLayout
    let entityNumber: Int64
    let table: String
    let columns: [String]
    /// Z_PK, Z_OPT and the attributes by slot, as every statement that returns rows selects them.
    let selection: String
    let selectByKey: String
    let insert: String
    /// As `insert`, with what to do where a unique value is taken.
    let insertReplacing: String
    let insertIgnoring: String
    let delete: String

    init(_ table: TableLayout) {
        layout = table.layout
        entityNumber = table.entityNumber
        self.table = table.table
        columns = table.columns
        selection = (["t0.Z_PK", "t0.Z_OPT"] + columns.map { "t0.\($0)" }).joined(separator: ", ")
        selectByKey = "SELECT \(selection) FROM \(self.table) t0 WHERE t0.Z_PK = ?"
        let places = Array(repeating: "?", count: columns.count + 1)
        insert = """
            INSERT INTO \(self.table) (\((["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", "))) \
            VALUES (?, \(entityNumber), 1\(places.dropFirst().map { ", \($0)" }.joined()))
            """
        let assignments = (["Z_OPT = Z_OPT + 1"] + columns.map { "\($0) = excluded.\($0)" }).joined(separator: ", ")
        let targets = layout.uniqueSlots.map { slots in slots.map { table.columns[$0] }.joined(separator: ", ") }
        insertReplacing = insert + targets.map { " ON CONFLICT (\($0)) DO UPDATE SET \(assignments)" }.joined()
        insertIgnoring = insert + targets.map { " ON CONFLICT (\($0)) DO NOTHING" }.joined()
        delete = "DELETE FROM \(self.table) WHERE Z_PK = ?"
    }

    /// Finds the row that holds the values of a uniqueness constraint.
    func selectKey(unique slots: [Int]) -> String {
        "SELECT Z_PK FROM \(table) WHERE " + slots.map { "\(columns[$0]) = ?" }.joined(separator: " AND ")
    }

    func update(_ slots: [Int]) -> String {
        "UPDATE \(table) SET " + (["Z_OPT = ?"] + slots.map { "\(columns[$0]) = ?" }).joined(separator: ", ")
            + " WHERE Z_PK = ?"
    }

    /// Reads the current row of a statement that selects `selection`.
    func row(_ statement: RawStatement) -> NumberedRow {
        let values = ContiguousArray(unsafeUninitializedCapacity: columns.count) { buffer, count in
            for slot in layout.types.indices {
                buffer.initializeElement(at: slot, to: statement.value(slot + 2, as: layout.types[slot]))
            }
            count = columns.count
        }
        return NumberedRow(number: statement.int(0), row: Row(values: values, version: statement.int(1)))
    }
}
