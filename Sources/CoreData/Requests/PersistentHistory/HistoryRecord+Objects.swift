internal import Foundation
internal import StrataPredicates

// The objects of Apple's API that a request makes of the records of an engine.
extension NSPersistentHistoryTransaction {
    /// Returns the transactions of a store's records.
    static func transactions(
        _ records: [HistoryRecord], of store: NSPersistentStore
    ) -> [NSPersistentHistoryTransaction] {
        let (storeID, reference) = (store.uuid, store.reference)
        return records.map { record in
            NSPersistentHistoryTransaction(
                transactionNumber: record.number, timestamp: record.time,
                changes: record.changes?.map { NSPersistentHistoryChange($0, reference) }, storeID: storeID,
                bundleID: record.bundleID, processID: record.processID, contextName: record.contextName,
                author: record.author)
        }
    }
}

extension NSPersistentHistoryChange {
    fileprivate convenience init(_ change: HistoryRecord.Change, _ reference: StoreReference) {
        let layout = change.layout
        self.init(
            changeID: change.number,
            changedObjectID: NSManagedObjectID(entity: layout.entity, rowID: change.rowID, reference: reference),
            changeType: NSPersistentHistoryChangeType(change.kind),
            tombstone: change.tombstone.map { layout.tombstone($0) },
            updatedProperties: change.columns.map { columns in
                Set(HistoryColumns.decode(columns, of: layout).map { layout.properties[$0] })
            })
    }
}

extension NSPersistentHistoryChangeType {
    fileprivate init(_ kind: HistoryRecord.Kind) {
        switch kind {
        case .insert: self = .insert
        case .update: self = .update
        case .delete: self = .delete
        }
    }
}

extension EntityLayout {
    /// Returns the values of a tombstone that are not nil, by name.
    fileprivate func tombstone(_ values: [(slot: Int, value: Value)]) -> [AnyHashable: Any] {
        var objects: [AnyHashable: Any] = [:]
        for (slot, value) in values where value != .null { objects[names[slot]] = preserved(value, slot) }
        return objects
    }

    private func preserved(_ value: Value, _ slot: Int) -> Any? {
        let attribute = attribute(slot)
        if attribute.attributeType == .transformableAttributeType, case .data(let data) = value {
            return attribute.coding.decode(data)
        }
        return object(value, at: slot)
    }
}
