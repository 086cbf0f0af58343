internal import CoreData
package import StrataUndo

extension ModelContext {
    /// The undo manager that the context registers its changes with; nil, the default, for none.
    ///
    /// Undo covers insertions, deletions, and changes of attributes and relationships, also after they
    /// were saved: the next save writes what an undo has changed. Changes that are processed together
    /// are one step. The save of another context registers nothing, and neither do transient
    /// properties. The manager keeps the changed models' rows.
    public var undoManager: UndoManager? {
        get { managed.undoManager }
        set {
            if managed.undoManager != nil, managed.undoManager !== newValue { insertPending() }
            managed.undoManager?.removeRecorder(self)
            newValue?.addRecorder(self)
            managed.undoManager = newValue
        }
    }

    /// Has the context use the manager of the window in whose event it is changed, for each of the
    /// windows that share it. Does nothing after the app has set another manager, or none.
    package func useUndo(of window: UndoManager) { window.addFollower(self) }
}

extension ModelContext: UndoRecorder, UndoFollower {
    /// Registers the changes made so far.
    package func recordPendingChanges() {
        insertPending()
        managed.recordPendingChanges()
    }

    package func followUndo(of manager: UndoManager) {
        guard managed.undoManager === followedUndoManager, managed.undoManager !== manager else { return }
        undoManager = manager
        followedUndoManager = manager
    }
}
