public import Foundation
internal import Predicates

/// A row changed since an object read it. Under `conflictList` in the user info of a save's error.
///
/// There are two kinds. Between a context and the coordinator's rows (or the parent context): another context saved, and
/// `cachedSnapshot` is what it saved. Between the coordinator's rows and the store: somebody else wrote, `cachedSnapshot` is what the
/// coordinator believed to be stored and `persistedSnapshot` what is. Snapshots have attributes and, as identifiers, to-one
/// relationships.
public final class NSMergeConflict: NSObject {
    public let sourceObject: NSManagedObject
    /// The row's version now; 0 where the row is gone.
    public let newVersionNumber: Int
    /// The version the object was read at.
    public let oldVersionNumber: Int
    /// The values as the object read them.
    public let objectSnapshot: [String: Any]?
    /// What the coordinator or the parent context has; nil where the row is gone there.
    public let cachedSnapshot: [String: Any]?
    /// What the store has, in a conflict between that and the coordinator.
    public let persistedSnapshot: [String: Any]?
    /// The row as it is now.
    let stored: Row?

    /// - Parameter cached: the row that the coordinator has kept, if it has one.
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

    /// Merges the object with the row, so that the save finds no conflict any more. A row that is gone is the store's to settle.
    func settle(_ type: NSMergePolicyType) {
        guard let stored, !sourceObject.isDeleted else { return }
        sourceObject.mergeConflicting(stored, type)
    }

    var sentence: String {
        """
        \(sourceObject.objectID.uriRepresentation()) was \(stored == nil ? "deleted" : "changed") by someone else since it was \
        read. Set the context's mergePolicy to settle this, or refresh the object and try again.
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
    /// The attributes of this object's row by name, and what to-one relationships refer to as identifiers; NSNull stands for nil.
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
}
