public import Foundation
internal import StrataPredicates
internal import StrataTraps

/// A conflict between an object's unsaved changes and its row, which changed after the object read
/// it. The error of a failed save lists its conflicts under `conflictList` in its user info.
///
/// There are two kinds. In the first, another context of the coordinator saved, or the parent
/// context has unsaved changes: `cachedSnapshot` has the newer values. In the second, the store was
/// changed without the coordinator's knowledge: `cachedSnapshot` has the coordinator's values and
/// `persistedSnapshot` the newer values of the store. Snapshots contain attributes by value and
/// to-one relationships as object IDs; `NSNull` stands for nil.
public final class NSMergeConflict: NSObject {
    /// The object whose save found the conflict.
    public let sourceObject: NSManagedObject
    /// The row's version in the store; 0 if the row is deleted.
    public let newVersionNumber: Int
    /// The version of the row that the object read.
    public let oldVersionNumber: Int
    /// The values that the object read.
    public let objectSnapshot: [String: Any]?
    /// The values that the coordinator or the parent context has; nil if the row is deleted there.
    public let cachedSnapshot: [String: Any]?
    /// The values that the store has, in a conflict between the store and the coordinator;
    /// otherwise nil.
    public let persistedSnapshot: [String: Any]?
    /// The row as it is stored now; nil if it is deleted.
    let stored: Row?

    /// - Parameter cached: The coordinator's last known version of the row; nil if it is the stored
    ///   one.
    init(sourceObject: NSManagedObject, read: Row, stored: Row?, cached: Row? = nil) {
        self.sourceObject = sourceObject
        self.stored = stored
        newVersionNumber = Int(stored?.version ?? 0)
        oldVersionNumber = Int(read.version)
        func snapshot(_ row: Row) -> [String: Any] { sourceObject.snapshot(of: row) }
        objectSnapshot = snapshot(read)
        if let cached, cached.version != stored?.version {
            cachedSnapshot = snapshot(cached)
            persistedSnapshot = stored.map(snapshot)
        } else {
            cachedSnapshot = stored.map(snapshot)
            persistedSnapshot = nil
        }
    }

    /// Creates a conflict of which the app knows, to be passed to
    /// `NSMergePolicy.resolve(mergeConflicts:)`. `objectSnapshot` becomes the values that the object
    /// read.
    ///
    /// The newer values are those of `persnap` or, without it, of `cachesnap`. A property that a
    /// snapshot lacks has the value that the object read. Traps for a value of another type than the
    /// property's.
    ///
    /// - Parameters:
    ///   - srcObject: The object with unsaved changes.
    ///   - newvers: The row's version in the store; 0 if the row is deleted.
    ///   - oldvers: The version of the row that the object read.
    ///   - cachesnap: The values of the coordinator or the parent context, with object IDs for to-one
    ///     relationships and `NSNull` for nil.
    ///   - persnap: The values of the store.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        objectSnapshot = srcObject.snapshot(of: srcObject.committedRow)
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        stored = newvers == 0 ? nil : (persnap ?? cachesnap).map { srcObject.row(of: $0, version: Int64(newvers)) }
    }

    /// Merges the stored row into the object, so that the next attempt to save finds no conflict.
    /// Does nothing if the row or the object is deleted; the store resolves these conflicts.
    func resolve(_ type: NSMergePolicyType) {
        guard let stored, !sourceObject.isDeleted else { return }
        sourceObject.mergeConflicting(stored, type)
    }

    var sentence: String {
        """
        \(sourceObject.objectID.uriRepresentation()) was \(stored == nil ? "deleted" : "changed") elsewhere after this context \
        read it. Set the context's mergePolicy to resolve such conflicts, or refresh the object and save again.
        """
    }

    public override var description: String {
        func text(_ snapshot: [String: Any]?) -> String { snapshot.map { PropertyListText.dictionary($0) } ?? "(null)" }
        let versions = "oldVersion = \(oldVersionNumber) and newVersion = \(stored == nil ? "<deleted>" : "\(newVersionNumber)")"
        let start =
            "NSMergeConflict (\(address(of: self))) for NSManagedObject (\(address(of: sourceObject))) with objectID '\(sourceObject.objectID)' with \(versions)"
        guard persistedSnapshot == nil else {
            return "\(start) and old cached row = \(text(cachedSnapshot)) and new database row = \(text(persistedSnapshot))"
        }
        let old = "\(start) and old object snapshot = \(text(objectSnapshot))"
        return stored == nil ? old : "\(old) and new cached row = \(text(cachedSnapshot))"
    }
}

extension NSManagedObject {
    /// Returns the attributes of a row by name, and its to-one relationships as object IDs.
    /// `NSNull` stands for nil.
    final func snapshot(of row: Row) -> [String: Any] {
        let layout = row.layout
        let slots = layout.names.indices.filter { !layout.kinds[$0].isToMany && layout.kinds[$0] != .fetched }
        return Dictionary(
            uniqueKeysWithValues: slots.map { slot in
                let value = row.values[slot]
                if case .object(let reference) = value { return (layout.names[slot], objectID(of: reference)) }
                return (layout.names[slot], (layout.kinds[slot].isAttribute ? layout.object(value, at: slot) : nil) ?? NSNull())
            }
        )
    }

    /// Returns the row with the values of a snapshot, and the committed ones of all other properties.
    /// Traps for a value of another type than its property's.
    final func row(of snapshot: [String: Any], version: Int64) -> Row {
        var row = committedRow
        row.version = version
        for (name, value) in snapshot {
            guard let slot = layout.slot(of: name) else { continue }
            switch layout.kinds[slot] {
            case .attribute, .composite: row.values[slot] = layout.requiredValue(value is NSNull ? nil : value, at: slot)
            case .toOne:
                let related = value as? NSManagedObjectID
                require(
                    related != nil || value is NSNull,
                    "The snapshot of a \(layout.name) has \(value) for '\(name)', which takes an object ID or NSNull.")
                row.values[slot] = related.map { .object(ObjectReference($0.entity.layout, $0.rowID)) } ?? .null
            case .toMany, .orderedToMany, .fetched: continue
            }
        }
        return row
    }

    /// Makes a row that was changed elsewhere the committed state, and keeps as much of this
    /// object's changes as the policy allows.
    final func mergeConflicting(_ stored: Row, _ policy: NSMergePolicyType) {
        let stored = stored.keepingTransients(of: committedRow)
        publisher?.send()
        let merged = policy.merge(currentRow.values, changed: changedSlots, read: committedRow, with: stored)
        row?.values = merged.values
        snapshot = stored
        original = nil
        awake(fromSnapshotEvents: .mergePolicy)
    }
}
