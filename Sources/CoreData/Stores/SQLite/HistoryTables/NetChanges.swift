internal import Foundation

/// The net effect of several transactions on each row.
///
/// A row that was inserted and then deleted is omitted. A row that was inserted and then updated
/// counts as inserted, and a row that was updated and then deleted counts as deleted.
struct NetChanges {
    private struct Net {
        let layout: EntityLayout
        let rowID: RowID
        let wasThere: Bool
        var isThere: Bool
        var relationships: Set<Int> = []
    }

    private var rows: [RowKey: Int] = [:]
    private var net: [Net] = []

    mutating func add(_ type: NSPersistentHistoryChangeType, _ key: RowKey, _ layout: EntityLayout, _ columns: Data?) {
        let index =
            rows[key]
            ?? {
                net.append(Net(layout: layout, rowID: key.rowID, wasThere: type != .insert, isThere: true))
                rows[key] = net.count - 1
                return net.count - 1
            }()
        net[index].isThere = type != .delete
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
            switch (row.wasThere, row.isThere) {
            case (false, true): entity.inserted.append(row.rowID)
            case (true, false): entity.deleted.append(row.rowID)
            case (true, true):
                entity.updated.append(row.rowID)
                entity.record(relationships: row.relationships.sorted(), of: row.rowID)
            case (false, false): break
            }
            entities[key] = entity
        }
        var changes = ChangeSet()
        for entity in entities.values { changes.add(entity) }
        return changes
    }
}
