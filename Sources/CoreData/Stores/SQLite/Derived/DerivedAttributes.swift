internal import Foundation
internal import GRDB
internal import Predicates

/// The derived attributes of a store: which writes touch which of them, and what their values are then.
///
/// Triggers of the writing connection, whose names begin like those of Apple's, note each row that a write may have given another value. At
/// the end of the transaction the values of all those rows are computed, each once: a hundred thousand children inserted under one parent
/// are counted once. Since triggers see every write, no kind of request is forgotten.
///
/// Used by one transaction at a time, as there is one writing connection.
// Safe to share: what varies is used on the writing connection's queue only; the rest is constant.
final class DerivedAttributes: @unchecked Sendable {
    /// `strata_derive(place, key)`: notes a row. Gives NULL.
    private static let function = "strata_derive"
    /// Values that rest on derived values settle after as many rounds as there are of them, unless they rest on each other.
    private static let rounds = 32

    private struct Derivation {
        let slot: Int
        /// Writes the values of the rows of a list, its last argument, and returns the keys and entities of those it changed.
        let update: String
        let arguments: [Value]
        let isTime: Bool
        let triggers: [String]
    }

    /// A row, by its key, that has another value than before, and in which attribute.
    typealias Change = (layout: EntityLayout, number: Int64, slot: Int)

    private let derivations: [Derivation]
    private var touched: [Set<Int64>]

    /// - Throws: an NSError that names a derived attribute whose expression no store can compute.
    init(_ store: StoreLayout, _ schema: QuerySchema) throws {
        var derivations: [Derivation] = []
        for entity in store.entities {
            let own = entity.layout.kinds.indices.dropFirst(entity.layout.superlayout?.kinds.count ?? 0)
            for slot in own where schema.table(entity.layout).isDerived(slot) {
                derivations.append(try Self.derivation(entity.layout, slot, place: derivations.count, schema))
            }
        }
        self.derivations = derivations
        touched = derivations.map { _ in [] }
    }

    var isEmpty: Bool { derivations.isEmpty }

    // MARK: Following writes

    /// Makes the function known that the triggers call.
    func register(in database: Database) throws {
        guard !isEmpty else { return }
        try SQLFunction(Self.function, argumentCount: 2, isDeterministic: false) { [self] call in
            touched[Int(call.int(0))].insert(call.int(1))
            return .null
        }.register(in: database)
    }

    func createTriggers(_ database: Database) throws {
        for trigger in derivations.flatMap(\.triggers) { try database.execute(sql: trigger) }
    }

    /// Forgets what a transaction noted that was rolled back.
    func begin() {
        guard !isEmpty else { return }
        for place in touched.indices { touched[place].removeAll() }
    }

    /// Computes all values that the transaction's writes may have changed.
    func update(_ database: Database, _ numbers: EntityNumbers) throws -> [Change] {
        var changes: [Change] = []
        var round = 0
        while !touched.allSatisfy(\.isEmpty) {
            round += 1
            guard round <= Self.rounds else {
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    "The derived attributes rest on each other, so that their values never settle. Take one of them out of the circle."
                )
            }
            for place in derivations.indices where !touched[place].isEmpty {
                let rows = touched[place]
                touched[place].removeAll()
                changes += try write(derivations[place], rows, database, numbers)
            }
        }
        return changes
    }

    private func write(
        _ derivation: Derivation, _ rows: Set<Int64>, _ database: Database, _ numbers: EntityNumbers
    ) throws -> [Change] {
        let arguments = derivation.isTime ? [.date(Date())] : derivation.arguments
        return try RawStatement(database, derivation.update).use { statement in
            for (index, value) in (arguments + [.list(rows.sorted().map(Value.int))]).enumerated() {
                statement.bind(value, at: index + 1)
            }
            var changes: [Change] = []
            while try statement.step() {
                if let layout = numbers.layout(statement.int(1)) { changes.append((layout, statement.int(0), derivation.slot)) }
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
                    slot: slot, update: "UPDATE \(table.table) SET \(column) = ?1 WHERE \(condition) RETURNING Z_PK, Z_ENT",
                    arguments: [], isTime: true, triggers: triggers.ofEachSave)
            }
            let builder = QueryBuilder(layout, schema)
            let value = try builder.value(builder.operand(form))
            let list = builder.arguments.count + 1
            let rows = ["t0.Z_PK IN \(ListTable.name)(?\(list))"] + (kinds.map { ["t0.\($0)"] } ?? [])
            let from = builder.scope.text(and: SQLCondition(text: rows.joined(separator: " AND ")))
            return Derivation(
                slot: slot,
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
