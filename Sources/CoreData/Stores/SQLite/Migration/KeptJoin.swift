internal import GRDB

/// A join table of the new model, and the old one whose rows it keeps.
struct KeptJoin {
    let new: JoinTable
    /// Nil if the table starts empty.
    let old: JoinTable?
    /// Whether the old table is named after the relationship that is now the inverse.
    let isSwapped: Bool
    /// The columns of the old table in the file.
    let columns: Set<String>
    /// Whether columns without a new one stay in the table, renamed; see `DeferredCleanup`.
    let leavesColumns: Bool

    /// The columns of the new table, with those of the old one that continue in them; nil for an
    /// order that the old one lacks.
    private var pairs: [(new: String, old: String?)] {
        let old: [String?] =
            isSwapped
            ? [self.old?.memberColumn, self.old?.ownerColumn, self.old?.inverseOrderColumn, self.old?.orderColumn]
            : [self.old?.ownerColumn, self.old?.memberColumn, self.old?.orderColumn, self.old?.inverseOrderColumn]
        let new: [String?] = [new.ownerColumn, new.memberColumn, new.orderColumn, new.inverseOrderColumn]
        return zip(new, old).compactMap { new, old in new.map { ($0, old) } }
    }

    /// Whether the old table becomes the new one by renaming it and its columns.
    var isInPlace: Bool {
        guard old != nil, !isSwapped else { return false }
        let continued = pairs.compactMap(\.old)
        guard continued.count == pairs.count else { return false }
        return leavesColumns ? columns.isSuperset(of: continued) : Set(continued) == columns
    }

    /// Renames the columns of the table, which has its new name already.
    func renameColumns(_ database: Database, _ removed: inout RemovedNames) throws {
        for unused in columns.subtracting(pairs.compactMap(\.old)).sorted() where !unused.hasPrefix(DeferredCleanup.prefix) {
            try database.execute(sql: "ALTER TABLE \(new.name) RENAME COLUMN \(unused) TO \(removed.next())")
        }
        let changed = pairs.filter { $0.old != $0.new }
        for (place, pair) in changed.enumerated() {
            guard let old = pair.old else { continue }
            try database.execute(sql: "ALTER TABLE \(new.name) RENAME COLUMN \(old) TO STRATA_COLUMN_\(place)")
        }
        for (place, pair) in changed.enumerated() {
            try database.execute(sql: "ALTER TABLE \(new.name) RENAME COLUMN STRATA_COLUMN_\(place) TO \(pair.new)")
        }
    }

    /// Copies the rows of the old table into the new one.
    func copy(from name: String, _ database: Database) throws {
        let targets = pairs.map(\.new).joined(separator: ", ")
        let sources = pairs.map { $0.old ?? "NULL" }.joined(separator: ", ")
        try database.execute(sql: "INSERT OR IGNORE INTO \(new.name) (\(targets)) SELECT \(sources) FROM \(name)")
    }
}
