internal import Foundation
internal import StrataUndo

// Undo of a context's changes
//
// The changes of one event are one action of the context's undo manager. It is registered when the
// context processes its changes, because only then the event is complete: a value that was set
// twice, or an object that was inserted and deleted again, is one change or none. Nothing is
// recorded when a value is set, so a context without a manager pays one comparison for each event.
//
// The life of an undo:
//
// 1. `publishPendingChanges()` compares each object of the event with its row and its members at the
//    beginning (`undoRecords`), and registers the records.
// 2. An undo calls `reverse(_:)`, which applies the records as changes of the app: they are in the
//    next save, notify observers, and update both sides of relationships.
// 3. It then processes these changes. They are registered as every change is, and the manager takes
//    them as the reversal. So nothing is recorded especially for redo.
//
// Records refer to objects, not to IDs: an object is the same one through saves, deletions and its
// return, while its ID may change. What other contexts have saved is not part of an event, because
// a merge begins with the end of the event. So it is never undone.
extension NSManagedObjectContext {
    /// Registers records with the manager.
    func registerUndo(_ records: [UndoRecord]) {
        guard !records.isEmpty, let manager = recordingManager else { return }
        if !holders.contains(where: { $0.manager === manager }) {
            holders.removeAll { $0.manager == nil }
            holders.append(UndoHolder(manager: manager))
        }
        // Without groups for events, changes outside of the app's groups are a step for each event.
        let isStep = !manager.groupsByEvent && manager.groupingLevel == 0
        if isStep { manager.beginUndoGrouping() }
        defer { if isStep { manager.endUndoGrouping() } }
        manager.registerUndo(withTarget: self) { [weak manager, undoEpoch] context in
            guard context.undoEpoch == undoEpoch else { return }
            context.queue.sync {
                let former = context.performingManager
                context.performingManager = manager
                defer { context.performingManager = former }
                context.reverse(records)
                context.publishPendingChanges()
            }
        }
    }
}
