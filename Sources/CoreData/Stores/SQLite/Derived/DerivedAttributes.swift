internal import Foundation
internal import GRDB
internal import StrataPredicates

/// The derived attributes of a store, which triggers keep up to date.
///
/// A derived attribute is stored in a column like any other, but computed by the store from an
/// expression: `items.@count`, `canonical:(name)`, `shelf.name`. A write anywhere along its key
/// paths may change it. Triggers see all writes, whatever the kind of request, so they find the
/// affected rows:
///
/// 1. A save inserts an item. A trigger on the items' table calls a registered function for the
///    item's shelf, `strata_derive(0, Z_PK)`, which adds the shelf's key to a set. There is one
///    set for each derived attribute (`touched`).
/// 2. At the end of the transaction, `update` computes the attribute for all keys of the set in one
///    statement, and writes the values that differ. So a hundred thousand items inserted on one
///    shelf are counted once.
/// 3. These writes may fire triggers of attributes that are derived from the written ones. So
///    step 2 repeats until all sets are empty.
/// 4. The rows whose value changed count as updated, in the change set and in the history. Their
///    versions do not change: saves never write these columns, so there is no conflict to detect.
///
/// The triggers are temporary objects of the writing connection (`DerivationTriggers`), since the
/// function exists in this process only. In Apple's stores, such triggers are part of the file,
/// with names that begin alike. Other programs that write to the file leave derived values as they
/// were.
///
/// Invariant: after each commit, each derived column of a row that this store wrote, or that
/// depends on such a row, has the value of its expression. Without the triggers each kind of write
/// would have to know all key paths that lead to its rows.
///
/// Used by one transaction at a time, since there is one writing connection.
// Safe to share: constants; `touched` is used on the writing connection's queue only.
final class DerivedAttributes: @unchecked Sendable {
    /// `strata_derive(index, key)`: adds a row's key to the set of the derived attribute with that
    /// index. Returns NULL.
    private static let function = "strata_derive"
    /// The largest number of rounds. A chain of derived attributes needs one round for each
    /// attribute; only attributes that are derived from each other need more.
    private static let rounds = 32

    private struct Derivation {
        let layout: EntityLayout
        let slot: Int
        /// The statement that computes and writes the values of the rows in a list, its last
        /// argument, and returns the keys and entities of the rows that it changed.
        let update: String
        let arguments: [Value]
        let isTime: Bool
        let triggers: [String]
    }

    /// A row, by its primary key, and the slot of its derived attribute that changed.
    typealias Change = (layout: EntityLayout, key: PrimaryKey, slot: Int)

    private let derivations: [Derivation]
    /// For each derivation, the keys of the rows whose value the current transaction may have
    /// changed.
    private var touched: [Set<PrimaryKey>]

    /// - Throws: an NSError that names a derived attribute whose expression no store can compute.
    init(_ store: StoreLayout, _ schema: QuerySchema) throws {
        var derivations: [Derivation] = []
        for entity in store.entities {
            // Not by the table's SQL, which is not made before it is used.
            for slot in entity.layout.ownSlots
            where entity.layout.isDerived(slot) && schema.table(entity.layout).isDerived(slot) {
                derivations.append(try Self.derivation(entity.layout, slot, place: derivations.count, schema))
            }
        }
        self.derivations = derivations
        touched = derivations.map { _ in [] }
    }

    var isEmpty: Bool { derivations.isEmpty }

    // MARK: Affected rows

    /// Registers the function that the triggers call.
    func register(in database: Database) throws {
        guard !isEmpty else { return }
        try SQLFunction(Self.function, argumentCount: 2, isDeterministic: false) { [self] call in
            touched[Int(call.int(0))].insert(PrimaryKey(call.int(1)))
            return .null
        }.register(in: database)
    }

    /// Creates the triggers on the writing connection.
    func createTriggers(_ database: Database) throws {
        for trigger in derivations.flatMap(\.triggers) { try database.execute(sql: trigger) }
    }

    /// Empties the sets at the start of a transaction, since a transaction that was rolled back may
    /// have left keys in them.
    func begin() {
        guard !isEmpty else { return }
        for place in touched.indices { touched[place].removeAll() }
    }

    /// Computes and writes all values that the transaction may have changed, and returns the
    /// changes.
    ///
    /// - Throws: an NSError if attributes are derived from each other, so that their values never
    ///   become stable.
    func update(_ database: Database, _ entityNumbers: EntityNumbers) throws -> [Change] {
        var changes: [Change] = []
        var round = 0
        while !touched.allSatisfy(\.isEmpty) {
            round += 1
            guard round <= Self.rounds else {
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    "The derived attributes depend on each other in a cycle, so their values never become stable. Remove one from the cycle."
                )
            }
            for place in derivations.indices where !touched[place].isEmpty {
                let keys = touched[place]
                touched[place].removeAll()
                changes += try write(derivations[place], keys, database, entityNumbers)
            }
        }
        return changes
    }

    /// Computes some attributes for all rows, and those that depend on them, after a migration.
    func compute(_ attributes: [(layout: EntityLayout, slot: Int)], in store: StoreLayout, _ database: Database) throws {
        guard !attributes.isEmpty else { return }
        begin()
        try createTriggers(database)
        for place in derivations.indices {
            let derivation = derivations[place]
            guard attributes.contains(where: { $0.layout === derivation.layout && $0.slot == derivation.slot }) else { continue }
            let rows = store.rows(of: derivation.layout)
            let kinds = rows.numbers.map { " WHERE Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
            let keys = try Int64.fetchAll(database, sql: "SELECT Z_PK FROM \(rows.table)\(kinds)")
            touched[place].formUnion(keys.map(PrimaryKey.init))
        }
        _ = try update(database, EntityNumbers(store.entities))
    }

    private func write(
        _ derivation: Derivation, _ keys: Set<PrimaryKey>, _ database: Database, _ entityNumbers: EntityNumbers
    ) throws -> [Change] {
        let arguments = derivation.isTime ? [.date(Date())] : derivation.arguments
        return try RawStatement(database, derivation.update).use { statement in
            for (index, value) in (arguments + [.list(keys.sorted().map { .int($0.rawValue) })]).enumerated() {
                try statement.bind(value, at: index + 1)
            }
            var changes: [Change] = []
            while try statement.step() {
                if let layout = entityNumbers.layout(statement.int(1)) {
                    changes.append((layout, statement.primaryKey(0), derivation.slot))
                }
            }
            return changes
        }
    }

    // MARK: SQL

    private static func derivation(
        _ layout: EntityLayout, _ slot: Int, place: Int, _ schema: QuerySchema
    ) throws -> Derivation {
        let name = "\(layout.name).\(layout.names[slot])"
        guard let form = (layout.attribute(slot) as? NSDerivedAttributeDescription)?.derivationExpression?.form else {
            throw NSError(code: NSPersistentStoreOperationError, "The derived attribute \(name) has no derivationExpression.")
        }
        do {
            let table = schema.table(layout)
            let kinds = table.entityNumbers.map { "Z_ENT IN (\($0.map(String.init).joined(separator: ", ")))" }
            let column = table.column(slot)
            let triggers = DerivationTriggers(layout, slot, "\(function)(\(place), Z_PK)", schema)
            if form == .function(.now, []) {
                let condition = (["Z_PK IN \(ListTable.name)(?2)"] + (kinds.map { [$0] } ?? [])).joined(separator: " AND ")
                return Derivation(
                    layout: layout, slot: slot,
                    update: "UPDATE \(table.table) SET \(column) = ?1 WHERE \(condition) RETURNING Z_PK, Z_ENT",
                    arguments: [], isTime: true, triggers: triggers.ofEachSave)
            }
            let builder = QueryBuilder(layout, schema)
            let value = try builder.value(builder.operand(form))
            let list = builder.arguments.count + 1
            let rows = ["t0.Z_PK IN \(ListTable.name)(?\(list))"] + (kinds.map { ["t0.\($0)"] } ?? [])
            let from = builder.scope.text(and: SQLCondition(text: rows.joined(separator: " AND ")))
            return Derivation(
                layout: layout, slot: slot,
                update: """
                    UPDATE \(table.table) SET \(column) = n.value FROM (SELECT t0.Z_PK AS key, \(value.text) AS value \(from)) AS n \
                    WHERE \(table.table).Z_PK = n.key AND \(table.table).\(column) IS NOT n.value RETURNING Z_PK, Z_ENT
                    """,
                arguments: builder.arguments, isTime: false, triggers: try triggers.following(form))
        } catch let error as InvalidPredicate {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The derived attribute \(name) cannot be computed by a store. \(error)")
        }
    }
}
