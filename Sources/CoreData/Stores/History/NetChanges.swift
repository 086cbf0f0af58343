internal import Foundation

/// The net effect of several transactions on each row.
///
/// A row that was inserted and then updated counts as inserted, and a row that was updated and then
/// deleted counts as deleted. So does a row that was inserted and then deleted. For example, another
/// coordinator writes while this one has not yet looked for external changes:
///
///     transaction 8                      inserts row 17
///     a fault fires in this coordinator  reads row 17 into the row cache
///     transaction 9                      updates row 17
///     the follower looks                 row 17 is inserted, and changed after its insertion
///
/// If the last step told only of the insertion, the cache would keep the row of transaction 8.
struct NetChanges {
    private struct Net {
        let layout: EntityLayout
        let rowID: RowID
        let wasThere: Bool
        var isThere: Bool
        /// Whether the row changed more than once.
        var changedAgain = false
        var relationships: Set<Int> = []
    }

    private var rows: [RowKey: Int] = [:]
    private var net: [Net] = []

    mutating func add(_ kind: HistoryRecord.Kind, _ key: RowKey, _ layout: EntityLayout, _ columns: Data?) {
        let index: Int
        if let known = rows[key] {
            index = known
            net[index].changedAgain = true
        } else {
            net.append(Net(layout: layout, rowID: key.rowID, wasThere: kind != .insert, isThere: true))
            index = net.count - 1
            rows[key] = index
        }
        net[index].isThere = kind != .delete
        if let columns {
            let slots = HistoryColumns.decode(columns, of: layout)
            net[index].relationships.formUnion(slots.filter { layout.kinds[$0].isRelationship })
        }
    }

    var changes: ChangeSet {
        var entities: [ObjectIdentifier: ChangeSet.Entity] = [:]
        for row in net {
            let key = ObjectIdentifier(row.layout)
            var entity = entities.removeValue(forKey: key) ?? ChangeSet.Entity(entity: row.layout.entity)
            if !row.isThere {
                entity.deleted.append(row.rowID)
            } else {
                if row.wasThere {
                    entity.updated.append(row.rowID)
                } else if row.changedAgain {
                    entity.record(insertedAndChanged: row.rowID)
                } else {
                    entity.inserted.append(row.rowID)
                }
                entity.record(relationships: row.relationships.sorted(), of: row.rowID)
            }
            entities[key] = entity
        }
        var changes = ChangeSet()
        for entity in entities.values { changes.add(entity) }
        return changes
    }
}
