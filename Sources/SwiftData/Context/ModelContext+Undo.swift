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
            onQueue {
                undoFollowing.isManagerOfApp = true
                register(with: newValue)
            }
        }
    }

    /// Has the context use the manager of the window in whose events and tasks it is changed, for each
    /// of the windows that share it. Changes of other code are registered with no manager. Does nothing
    /// after the app has set a manager, or nil.
    package func useUndo(of window: UndoManager) {
        if managed.chooseUndoManager == nil, !undoFollowing.isManagerOfApp {
            managed.chooseUndoManager = { [weak self] in self?.followCurrentWindow() }
        }
        window.addFollower(self)
    }

    /// Registers changes from now on with a manager, and those so far with the former one.
    private func register(with manager: UndoManager?) {
        if managed.undoManager !== manager || !managed.registersUndo {
            insertPending()
            managed.recordPendingChanges()
        }
        managed.registersUndo = true
        guard managed.undoManager !== manager else { return }
        managed.undoManager?.removeRecorder(self)
        manager?.addRecorder(self)
        managed.undoManager = manager
    }

    /// Follows the window that the running code works for, before it makes a change.
    func followCurrentWindow() {
        guard managed.chooseUndoManager != nil, !undoFollowing.isManagerOfApp, !undoFollowing.isSwitching,
            let former = managed.undoManager, !former.isUndoing, !former.isRedoing, !former.isAmending
        else { return }
        undoFollowing.isSwitching = true
        defer { undoFollowing.isSwitching = false }
        if let manager = UndoWindow.manager {
            register(with: manager)
        } else if managed.registersUndo {
            insertPending()
            managed.recordPendingChanges()
            managed.registersUndo = false
        }
    }
}

/// The choice of the undo manager that a context's changes are registered with.
struct UndoFollowing {
    /// Whether the app has set the manager, so that the context follows no window.
    var isManagerOfApp = false
    /// Whether the changes so far are being registered, before another manager is used.
    var isSwitching = false
}

extension ModelContext: UndoRecorder, UndoFollower {
    /// Registers the changes made so far.
    package func recordPendingChanges() {
        insertPending()
        managed.recordPendingChanges()
    }

    package func followUndo(of manager: UndoManager) {
        if !undoFollowing.isManagerOfApp { register(with: manager) }
    }
}
