internal import Foundation
internal import GRDB
internal import Predicates

/// The files of external data that one transaction writes and makes superfluous.
///
/// New files are on the disk before the rows that refer to them are committed, old ones go after that: a crash leaves files that nobody
/// refers to, and never a reference to no file.
final class ExternalWrites {
    private let storage: ExternalData
    private let keySpace: KeySpace
    private let database: Database
    private var written: [String] = []
    private var superfluous: [String] = []
    private var marker: ExternalMarker?
    private var hasBegun = false

    init(_ storage: ExternalData, _ keySpace: KeySpace, _ database: Database) {
        self.storage = storage
        self.keySpace = keySpace
        self.database = database
    }

    /// The values as the columns keep them.
    ///
    /// - Parameter slots: those that are written.
    func stored(
        _ values: RowValues, _ table: TableSQL, _ slots: some Sequence<Int>
    ) throws -> RowValues {
        var stored = values
        for slot in slots where table.externalSlots.contains(slot) {
            switch values[slot] {
            case .data(let data): stored[slot] = .data(try column(data))
            case .opaque(let opaque):
                guard let transformed = opaque.object as? TransformedValue else { continue }
                stored[slot] = .data(try column(try transformed.encoded()))
            default: break
            }
        }
        return stored
    }

    private func column(_ data: Data) throws -> Data {
        if data.count > ExternalData.threshold { try begin() }
        return try storage.column(for: data, written: &written)
    }

    private func begin() throws {
        guard !hasBegun else { return }
        hasBegun = true
        // Another process may have died while this one has the store open. No reference to a file has changed in this transaction yet.
        try storage.removeOrphans { try StoreLayout.externalNames(database) }
        marker = try storage.beginChanges()
    }

    /// Notes that what a row keeps in some slots is about to be written anew, or to go with the row.
    func willReplace(_ number: Int64, _ table: TableSQL, _ slots: some Sequence<Int>, _ database: Database) throws {
        let columns = slots.filter(table.externalSlots.contains).map(table.column)
        guard !columns.isEmpty else { return }
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table.table) WHERE Z_PK = ?"
        let names = try RawStatement(database, sql, keySpace).use { statement in
            statement.bind(key: number, at: 1)
            guard try statement.step() else { return [String]() }
            return columns.indices.compactMap { statement.data($0).flatMap(ExternalData.name) }
        }
        guard !names.isEmpty else { return }
        try begin()
        superfluous += names
    }

    /// How many files were written so far, for `discard`.
    var count: Int { written.count }

    /// Drops the files written since there were `count`: the row that they were for was not written.
    func discard(since count: Int) { superfluous += written[count...] }

    /// To be called as the last thing before the commit.
    func finish() throws {
        if !written.isEmpty { try storage.finishWriting() }
    }

    func didCommit() {
        guard hasBegun else { return }
        storage.remove(superfluous)
        marker?.remove()
    }

    func didRollBack() {
        guard hasBegun else { return }
        storage.remove(written)
        marker?.remove()
    }
}

extension SQLiteStore {
    /// Has a copy of another store have the data that is outside of the other's rows: in files of its own, or in memory in the rows.
    func takeExternalData(of other: SQLiteStore) throws {
        guard isInMemory else { return try external.copyFiles(of: other.external) }
        try write { database in
            for table in tables {
                for column in table.externalSlots.map(table.column) {
                    let sql = "SELECT Z_PK, \(column) FROM \(table.table) WHERE substr(\(column), 1, 1) = x'02'"
                    for row in try GRDB.Row.fetchAll(database, sql: sql) {
                        let inline = (row[1] as Data?).flatMap(other.external.data).map(ExternalData.inlined)
                        try database.execute(
                            sql: "UPDATE \(table.table) SET \(column) = ? WHERE Z_PK = ?", arguments: [inline, row[0] as Int64])
                    }
                }
            }
        }
    }
}

extension StoreLayout {
    /// Removes what a crash left of external data; see `ExternalData.removeOrphans`.
    func removeExternalOrphans(_ database: Database) throws {
        try external.removeOrphans { try Self.externalNames(database) }
    }

    /// The names of the files that rows refer to.
    static func externalNames(_ database: Database) throws -> Set<String> {
        var names: Set<String> = []
        // All tables of the file: this model may be without some.
        for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'")
        {
            for column in try database.columns(in: table) where column.type == "BLOB" {
                let sql = "SELECT \(column.name) FROM \(table) WHERE substr(\(column.name), 1, 1) = x'02'"
                let columns = try GRDB.Row.fetchCursor(database, sql: sql)
                while let row = try columns.next() {
                    if let name = (row[0] as Data?).flatMap(ExternalData.name) { names.insert(name) }
                }
            }
        }
        return names
    }
}
