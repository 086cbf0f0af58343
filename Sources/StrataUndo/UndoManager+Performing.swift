internal import Foundation
internal import StrataTraps

// Undo and redo: the actions of a group are performed, the last one first, while a new group takes
// what they register. That becomes a step of the other stack.
extension UndoManager {
    final func undoStep() {
        recordPendingChanges()
        requireRecording("undo()")
        if let current {
            require(
                current.parent == nil,
                "undo() was called with \(groupingLevel) open groups. Close those inside of the step with endUndoGrouping().")
            close()
        }
        undoNestedGroup()
    }

    final func undoLastGroup() {
        recordPendingChanges()
        requireRecording("undoNestedGroup()")
        post(.NSUndoManagerCheckpoint)
        guard let current else {
            guard nextUndo != nil, let group = undoStack.popLast() else { return }
            return perform(group, as: .undoing, inside: nil)
        }
        guard let group = current.popGroup() else {
            require(
                current.isEmpty,
                "undoNestedGroup() was called after an action was registered in an open group. Close it with endUndoGrouping().")
            return
        }
        perform(group, as: .undoing, inside: current)
    }

    final func redoStep() {
        recordPendingChanges()
        requireRecording("redo()")
        post(.NSUndoManagerCheckpoint)
        guard nextRedo != nil, let group = redoStack.popLast() else { return }
        perform(group, as: .redoing, inside: current)
    }

    private func requireRecording(_ method: String) {
        require(
            activity == .recording,
            "\(method) was called by an action that is being \(activity == .undoing ? "undone" : "redone"). Call it afterwards.")
    }

    private func perform(_ group: UndoGroup, as activity: Activity, inside outer: UndoGroup?) {
        let isUndo = activity == .undoing
        post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
        let reversal = UndoGroup(reversing: group)
        (self.activity, current, performed) = (activity, reversal, group)
        group.perform()
        recordPendingChanges()
        require(current === reversal, "An action has begun a group that it has not ended. Call endUndoGrouping() in it.")
        (self.activity, current, performed, lastOfEvent) = (.recording, outer, nil, nil)
        if !reversal.isEmpty {
            if isUndo {
                redoStack.append(reversal)
            } else if let outer {
                outer.append(reversal)
            } else {
                undoStack.append(reversal)
            }
            limitStacks()
        }
        post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
        changed()
    }

    /// Whether the user can undo a step now: the app has no group of its own open, and performs no
    /// actions.
    package final var isReadyForUser: Bool {
        activity == .recording && current.map { $0.isOfEvent && $0.parent == nil } ?? true
    }

    /// The step that is being recorded, if it has actions.
    final var openStep: UndoGroup? { activity == .recording ? openGroups.first(where: \.isAlive) : nil }

    /// The next step to undo. Drops steps whose targets are gone.
    final var nextUndo: UndoGroup? {
        if let openStep { return openStep }
        while let last = undoStack.last, !last.isAlive { undoStack.removeLast() }
        return undoStack.last
    }

    /// The next step to redo. Drops steps whose targets are gone.
    final var nextRedo: UndoGroup? {
        while let last = redoStack.last, !last.isAlive { redoStack.removeLast() }
        return redoStack.last
    }

    // MARK: Removing actions

    final func removeAll() {
        (undoStack, redoStack, disabled) = ([], [], 0)
        forEachOpen { $0.removeAll() }
        changed()
    }

    final func removeAll(with target: ObjectIdentifier) {
        for group in undoStack + redoStack { group.removeAll(with: target) }
        undoStack.removeAll(where: \.isEmpty)
        redoStack.removeAll(where: \.isEmpty)
        forEachOpen { $0.removeAll(with: target) }
        changed()
    }

    /// Calls a closure with the open groups, and the one whose actions are being performed.
    private func forEachOpen(_ body: (UndoGroup) -> Void) {
        openGroups.forEach(body)
        if let performed { body(performed) }
    }

    // MARK: Notifications

    final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }

    /// Posts a notification about a group that the app or an event has opened, not one that takes the
    /// reversal of actions.
    final func postOfGroup(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
        if activity == .recording { post(name, userInfo) }
    }
}
