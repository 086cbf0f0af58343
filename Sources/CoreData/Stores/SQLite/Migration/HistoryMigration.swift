internal import Foundation
internal import GRDB
internal import StrataPredicates

/// Rewrites the history of a migrated store, so that it describes the same changes in terms of the
/// new model.
///
/// The rows of ACHANGE name entities by number and properties by bit, and both change with the
/// model. Transactions keep their numbers, since tokens name them; the changes of removed entities
/// are deleted. A last transaction without changes marks the migration, as Apple's does.
struct HistoryMigration {
    let kept: [(entity: KeptEntity, old: Int64, new: Int64)]
    let tombstones: Int
    let database: Database

    /// The author of the transaction that marks a migration.
    static let author = "com.apple.coredata.schemamigrator"
    private static let columns = "strata_history_columns"

    func run() throws {
        guard try database.tableExists("ACHANGE") else { return }
        let numbers = Dictionary(uniqueKeysWithValues: kept.map { ($0.old, $0.new) })
        if try HistoryTables.areOlder(database) { try HistoryTables.addStrings(in: database) }
        let list = numbers.keys.sorted().map(String.init).joined(separator: ", ")
        try database.execute(sql: "DELETE FROM ACHANGE WHERE ZENTITY NOT IN (\(list))")
        try rewriteColumns()
        try rewriteTombstones()
        if numbers.contains(where: { $0.key != $0.value }) {
            try database.execute(sql: "UPDATE ACHANGE SET ZENTITY = \(EntityRenumbering.sql("ZENTITY", numbers))")
        }
        try HistoryWriter(database, TransactionOrigin(author: Self.author), .first).finish(evenIfEmpty: true)
    }

    /// Rewrites the changed properties of updates.
    private func rewriteColumns() throws {
        var bits: [Int64: [Int?]] = [:]
        for (entity, old, _) in kept {
            let new = Dictionary(
                entity.oldSlots.enumerated().compactMap { slot, was in was.map { ($0, slot) } },
                uniquingKeysWith: { first, _ in first })
            let mapped = entity.old.historySlots.map { slot in new[slot].flatMap { entity.new.historyBits[$0] } }
            let isSame = mapped.count == entity.new.historySlots.count && mapped.enumerated().allSatisfy { $0 == $1 }
            if !isSame { bits[old] = mapped }
        }
        guard !bits.isEmpty else { return }
        let counts = Dictionary(uniqueKeysWithValues: kept.map { ($0.old, $0.entity.new.historySlots.count) })
        let mapped = bits
        try SQLFunction(Self.columns, argumentCount: 2) { call in
            guard case .data(let data) = call.value(1), let places = mapped[call.int(0)] else { return call.value(1) }
            let old = [UInt8](data)
            var new = Data(count: ((counts[call.int(0)] ?? 0) + 7) / 8)
            for (bit, place) in places.enumerated() {
                guard let place, bit / 8 < old.count, old[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { continue }
                new[place / 8] |= 0x80 >> UInt8(place % 8)
            }
            return .data(new)
        }.register(in: database)
        let list = bits.keys.sorted().map(String.init).joined(separator: ", ")
        try database.execute(
            sql: """
                UPDATE ACHANGE SET ZCOLUMNS = \(Self.columns)(ZENTITY, ZCOLUMNS) \
                WHERE ZCOLUMNS IS NOT NULL AND ZENTITY IN (\(list))
                """)
    }

    /// Moves the preserved values of deleted objects to the columns of the new model.
    private func rewriteTombstones() throws {
        let before = try HistoryTables.tombstones(in: database)
        try HistoryTables.addTombstones(upTo: tombstones, in: database)
        for (entity, old, _) in kept {
            let places = Self.tombstonePlaces(entity.old)
            var sources: [Int?] = []
            for slot in entity.new.tombstoneSlots {
                let types = entity.new.tombstoneTypes(slot)
                let was = entity.oldSlots[slot]
                // The elements of a composite attribute keep their values if these are the same ones.
                let isSame = was.map { entity.old.kinds[$0].isAttribute && entity.old.tombstoneTypes($0) == types } ?? false
                let first = was.flatMap { places[$0] }
                for place in types.indices {
                    sources.append(isSame ? first.flatMap { $0 + place < before ? $0 + place : nil } : nil)
                }
            }
            let count = max(before, tombstones)
            while sources.count < count { sources.append(nil) }
            guard sources.enumerated().contains(where: { $0 != $1 }) else { continue }
            let sets = sources.enumerated().map { place, source in
                "\(HistoryTables.tombstone(place)) = \(source.map(HistoryTables.tombstone) ?? "NULL")"
            }
            try database.execute(
                sql: "UPDATE ACHANGE SET \(sets.joined(separator: ", ")) WHERE ZENTITY = \(old) AND ZCHANGETYPE = 2")
        }
        for place in (tombstones..<max(before, tombstones)).reversed() {
            try database.execute(sql: "ALTER TABLE ACHANGE DROP COLUMN \(HistoryTables.tombstone(place))")
        }
    }

    /// The first tombstone column of each preserved slot.
    private static func tombstonePlaces(_ layout: EntityLayout) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var next = 0
        for slot in layout.tombstoneSlots {
            places[slot] = next
            next += layout.tombstoneTypes(slot).count
        }
        return places
    }
}
