internal import StrataUndo

// The managers that a context registers its changes with. What it registers is in the folder `Undo`.
extension NSManagedObjectContext: UndoRecorder {
    /// The manager that changes are registered with: the one that is performing an undo of this
    /// context, or else the context's own.
    var recordingManager: UndoManager? {
        performingManager ?? (registersUndo || undoManager?.isAmending == true ? undoManager : nil)
    }

    /// Processes the changes made so far, so that they are registered.
    package func recordPendingChanges() {
        guard queue.isCurrent, !unprocessed.isEmpty || !unpropagatedDeletions.isEmpty else { return }
        publishPendingChanges()
    }

    /// Processes the changes, and ends the step of undo that they belong to, unless an event of a
    /// window goes on.
    func finishEvent() {
        publishPendingChanges()
        undoManager?.endEventOutsideWindows()
    }

    /// Connects the context with another manager, after registering the changes so far with the former
    /// one.
    func connect(to manager: UndoManager?, insteadOf former: UndoManager?) {
        guard manager !== former else { return }
        former?.removeRecorder(self)
        manager?.addRecorder(self)
    }

    func undoLastStep() {
        checkQueue("undo()")
        publishPendingChanges()
        undoManager?.undo()
    }

    func redoLastStep() {
        checkQueue("redo()")
        publishPendingChanges()
        undoManager?.redo()
    }

    /// Makes all registered actions of this context ineffective, and removes them from the managers that
    /// have them.
    func forgetUndo() {
        undoEpoch += 1
        for holder in holders { holder.manager?.removeAllActions(withTarget: self) }
        holders = []
    }

    /// Runs code whose changes belong to the last step of undo and not to one of their own, such as
    /// the changes that a save makes itself.
    package func amendingUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let undoManager else { return try body() }
        publishPendingChanges()
        return try undoManager.amendLastStep(body)
    }

    /// Ends the step of undo after a save, if the context has no queue. One with a queue ends its events
    /// itself.
    package func endUndoStep() {
        if concurrencyType == .confinementConcurrencyType { undoManager?.endEventOutsideWindows() }
    }

    /// Processes the changes of an object's event before its row is read again: the newer values in
    /// that row are no changes of this context.
    func recordUndo(beforeRefreshing object: NSManagedObject) {
        if undoManager != nil, object.state.contains(.unprocessed) { publishPendingChanges() }
    }
}

/// A manager that has actions of a context.
struct UndoHolder {
    weak var manager: UndoManager?
}
