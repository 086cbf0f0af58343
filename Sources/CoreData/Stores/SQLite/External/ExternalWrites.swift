internal import Foundation
internal import GRDB
internal import StrataPredicates

/// The external data files that one transaction writes, and those that it makes superfluous.
///
/// New files reach the disk before the commit, and superfluous ones are removed when the commit has
/// reached it; see `ExternalData`. After a rollback the new ones are removed.
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

    /// Returns the values as the columns store them, and writes large data to files.
    ///
    /// - Parameter slots: the slots to be written. The values of other slots are returned
    ///   unchanged.
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
        // Another process may have crashed since this one opened the store. This transaction has
        // not changed any reference to a file yet.
        try storage.removeOrphans { try StoreLayout.externalNames(database) }
        marker = try storage.beginChanges()
    }

    /// Records that a row's files in some slots become superfluous, since the row is about to be
    /// overwritten or deleted.
    func willReplace(_ rowID: RowID, _ table: TableSQL, _ slots: some Sequence<Int>, _ database: Database) throws {
        let columns = slots.filter(table.externalSlots.contains).map(table.column)
        guard !columns.isEmpty else { return }
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table.table) WHERE Z_PK = ?"
        let names = try RawStatement(database, sql, keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            guard try statement.step() else { return [String]() }
            return columns.indices.compactMap { statement.data($0).flatMap(ExternalData.name) }
        }
        guard !names.isEmpty else { return }
        try begin()
        superfluous += names
    }

    /// The number of files written so far, to be passed to `discard(since:)`.
    var count: Int { written.count }

    /// Marks the files after the first `count` as superfluous, because their row was not written.
    func discard(since count: Int) { superfluous += written[count...] }

    /// Syncs the folder of the new files. Call it last before the commit.
    func finish() throws {
        if !written.isEmpty { try storage.finishWriting() }
    }

    /// Removes the superfluous files, once the commit is on the disk. If it cannot be synced, the
    /// marker remains, so that they are removed as orphans later.
    ///
    /// A transaction that only writes new files is not synced. A power failure that undoes it leaves
    /// them as orphans without a marker, which the next search for orphans finds.
    func didCommit() {
        guard hasBegun else { return }
        do {
            if !superfluous.isEmpty { try storage.syncCommits() }
        } catch {
            return storage.warn(error)
        }
        storage.remove(superfluous)
        marker?.remove()
    }

    /// Removes the files that were written.
    func didRollBack() {
        guard hasBegun else { return }
        storage.remove(written)
        marker?.remove()
    }
}

extension SQLiteEngine {
    /// Copies the external data of the store that this one is a copy of: into this store's own
    /// files, or into its rows if it is in memory.
    func copyExternalData(of other: SQLiteEngine) throws {
        guard isInMemory else { return try external.copyFiles(of: other.external) }
        try write { database in
            for table in tables {
                for column in table.externalSlots.map(table.column) {
                    let sql = "SELECT Z_PK, \(column) FROM \(table.table) WHERE substr(\(column), 1, 1) = x'02'"
                    for row in try GRDB.Row.fetchAll(database, sql: sql) {
                        let inline = try (row[1] as Data?).flatMap(other.external.data).map(ExternalData.inlined)
                        try database.execute(
                            sql: "UPDATE \(table.table) SET \(column) = ? WHERE Z_PK = ?", arguments: [inline, row[0] as Int64])
                    }
                }
            }
        }
    }
}

extension StoreLayout {
    /// Removes the files that a crash left; see `ExternalData.removeOrphans(except:)`.
    func removeExternalOrphans(_ database: Database) throws {
        try external.removeOrphans { try Self.externalNames(database) }
    }

    /// Returns the names of all files that rows refer to.
    static func externalNames(_ database: Database) throws -> Set<String> {
        var names: Set<String> = []
        // All tables of the file, since the model or configuration may lack some.
        for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'")
        {
            for column in try database.columns(in: table)
            where column.type == "BLOB" && !column.name.hasPrefix(DeferredCleanup.prefix) {
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
