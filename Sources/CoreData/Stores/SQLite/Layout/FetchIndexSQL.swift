internal import StrataPredicates
internal import StrataTraps

/// The SQL that creates a fetch index of an entity.
struct FetchIndexSQL {
    let index: NSFetchIndexDescription
    let table: TableLayout
    let layout: EntityLayout
    /// `Z_ENT` of the entity and its subentities; nil if the table has no others.
    let kinds: [Int64]?

    /// Returns the statements. For an index with an expression, logs a warning and returns none.
    ///
    /// - Parameter condition: the index's predicate as SQL; nil if it has none.
    func createStatements(where condition: String?) -> [String] {
        if index.isRTree { return rTree }
        let keys = index.elements.compactMap { element in
            layout.slot(of: element.propertyName ?? "").map { slot in
                table.indexedColumns(slot, layout).map { "\($0) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")" }
            }
        }
        guard keys.count == index.elements.count, !keys.joined().isEmpty else {
            CoreDataLog.warning("The index \(layout.name).\(index.name) is not created: one of its elements is an expression.")
            return []
        }
        let end = condition.map { " WHERE \($0)" } ?? ""
        return ["CREATE INDEX Z_\(layout.name)_\(index.name) ON \(table.name) (\(keys.joined().joined(separator: ", ")))\(end)"]
    }

    private var name: String { index.rTreeName(layout) }

    /// The R-tree's table of ranges and the triggers that maintain it, named as in Apple's stores.
    private var rTree: [String] {
        let columns = index.rTreeSlots(layout).map { table.column($0, layout) }
        let ranges = columns.map { ", \($0)_MIN FLOAT, \($0)_MAX FLOAT" }.joined()
        let names = columns.map { ", \($0)_MIN, \($0)_MAX" }.joined()
        let values = columns.map { ", NEW.\($0), NEW.\($0)" }.joined()
        func trigger(_ event: String, _ what: String, row: String, _ body: String) -> String {
            let when = kinds.map { " WHEN \(row).Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
            return "CREATE TRIGGER \(name)_\(event) AFTER \(what) ON \(table.name) FOR EACH ROW\(when) BEGIN \(body); END"
        }
        let write = "INSERT OR REPLACE INTO \(name) (Z_PK\(names)) VALUES (NEW.Z_PK\(values))"
        let remove = "DELETE FROM \(name) WHERE Z_PK ="
        return [
            "CREATE VIRTUAL TABLE \(name) USING RTREE (Z_PK INTEGER PRIMARY KEY\(ranges))",
            trigger("INSERT", "INSERT", row: "NEW", write),
            // The policy of the statement that fires a trigger takes precedence over OR REPLACE, and that
            // of an upsert is to abort.
            trigger("UPDATE", "UPDATE OF \(columns.joined(separator: ", "))", row: "NEW", "\(remove) NEW.Z_PK; \(write)"),
            trigger("DELETE", "DELETE", row: "OLD", "\(remove) OLD.Z_PK"),
        ]
    }
}

extension NSFetchIndexDescription {
    /// Whether the elements are the dimensions of an R-tree.
    var isRTree: Bool { !elements.isEmpty && elements.allSatisfy { $0.collationType == .rTree } }

    /// Returns the name of the R-tree's table.
    func rTreeName(_ layout: EntityLayout) -> String { "Z_RT_\(layout.name)_\(name)" }

    /// Returns the slots of the dimensions. Traps for an attribute that is neither a number nor a
    /// date.
    func rTreeSlots(_ layout: EntityLayout) -> [Int] {
        elements.map { element in
            let slot = layout.requiredSlot(of: element.propertyName ?? "")
            guard SQLType(layout.types[slot]).kind == .number else {
                trap(
                    "\(layout.name).\(layout.names[slot]) is neither a number nor a date, so the R-tree index '\(name)' cannot contain it."
                )
            }
            return slot
        }
    }
}

extension QueryBuilder {
    /// Returns the condition of a partial index as SQL; nil if the predicate needs more than
    /// columns of the table and constants. If nil, the index holds all rows.
    static func indexCondition(_ predicate: NSPredicate, _ layout: EntityLayout, _ schema: QuerySchema) -> String? {
        let builder = QueryBuilder(layout, schema)
        let form = FetchRewriter(layout).rewritten(predicate.form.simplifiedToComparisons)
        // Ignored: an index without the condition holds all rows.
        guard let condition = try? builder.condition(form), condition != .always,
            builder.scope.text() == "FROM \(schema.table(layout).table) t0"
        else { return nil }
        // SQLite allows neither an alias nor an argument here. The alias is removed first, while
        // texts are still arguments, so that "t0." within a text is not removed.
        var text = schema.dialect.text(condition).replacing("t0.", with: "")
        for (index, value) in builder.arguments.enumerated().reversed() {
            guard let literal = value.literal else { return nil }
            text.replace("?\(index + 1)", with: literal)
        }
        guard !text.contains("SELECT"), !text.contains("strata_") else { return nil }
        let kinds = schema.table(layout).entityNumbers.map { "Z_ENT IN (\($0.map(String.init).joined(separator: ", "))) AND " }
        return (kinds ?? "") + text
    }
}

extension Value {
    /// The value as an SQL literal; nil for a value that can only be an argument.
    fileprivate var literal: String? {
        switch self {
        case .bool(let bool): bool ? "1" : "0"
        case .int(let int): "\(int)"
        case .double(let double) where double.isFinite: "\(double)"
        case .date(let date): "\(date.timeIntervalSinceReferenceDate)"
        case .string(let text) where !text.contains("\0") && !text.contains("?"):
            "'" + text.replacing("'", with: "''") + "'"
        default: nil
        }
    }
}
