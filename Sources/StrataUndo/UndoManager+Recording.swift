internal import Dispatch
internal import Foundation
internal import StrataTraps

// Registration and groups
//
// Open groups are a chain: `current` is the innermost one, and each has its parent. A group that is
// closed becomes an entry of its parent, or a step if it has none. So the outermost open group is
// the step that is being recorded.
//
// With `groupsByEvent`, the first registration of an event opens a step, and its end closes it:
//
//     manager.registerUndo(withTarget: list) { … }    opens the group of the event
//     manager.beginUndoGrouping()                     level 2
//     manager.registerUndo(withTarget: list) { … }
//     manager.endUndoGrouping()                       level 1
//     end of the event                                one step with both actions
//
// The end of the event is that of `UndoEvent.perform` for an event in a window, and the next turn of
// the main queue elsewhere on that. If the app's own group is still open then, as during a drag, the
// step ends together with it.
//
// A context registers its changes when it processes them. Its changes belong to the group that is
// open when they were made, so the recorders are asked before each step and group begins or ends,
// and before registration is switched.
extension UndoManager {
    /// Adds what registers its changes late. It is not kept.
    package final func addRecorder(_ recorder: any UndoRecorder) {
        recorders.removeAll { $0.recorder == nil || $0.recorder === recorder }
        recorders.append(WeakRecorder(recorder: recorder))
    }

    package final func removeRecorder(_ recorder: any UndoRecorder) { recorders.removeAll { $0.recorder === recorder } }

    /// Has all recorders register their changes.
    final func recordPendingChanges() {
        for recorder in recorders { recorder.recorder?.recordPendingChanges() }
    }

    final func register(_ action: UndoAction) {
        guard disabled == 0 else { return }
        if current == nil {
            require(
                groupsByEvent,
                "registerUndo was called outside of a group. Call beginUndoGrouping() first, or leave groupsByEvent on.")
            openGroupOfEvent()
        }
        current?.append(action)
        if activity == .recording { redoStack = [] }
        changed()
    }

    /// Registers actions in the last step, and leaves the steps of redo as they are: for changes that
    /// belong to that step, such as those of a save. Without a step, they are not registered.
    package final func amendLastStep<Result>(_ register: () throws -> Result) rethrows -> Result {
        guard activity == .recording, current == nil else { return try register() }
        let redo = redoStack
        guard let last = undoStack.popLast() else {
            disabled += 1
            defer { if disabled > 0 { disabled -= 1 } }
            return try register()
        }
        (current, isAmending) = (last, true)
        defer {
            isAmending = false
            defer { changed() }
            // Unless an observer has removed all actions.
            if current === last, !last.isEmpty {
                current = nil
                undoStack.append(last)
                redoStack = redo
            } else if current === last {
                current = nil
            }
        }
        return try register()
    }

    final func enable() {
        require(disabled > 0, "enableUndoRegistration() was called without a disableUndoRegistration() before it.")
        recordPendingChanges()
        disabled -= 1
    }

    // MARK: Groups

    final func begin() {
        recordPendingChanges()
        if current == nil, groupsByEvent, UndoEvent.current != nil || UndoEvent.isOnMainQueue { openGroupOfEvent() }
        if current != nil { postOfGroup(.NSUndoManagerCheckpoint) }
        open(UndoGroup(in: current))
    }

    private func openGroupOfEvent() {
        let group = UndoGroup(isOfEvent: true)
        open(group)
        if let event = UndoEvent.current {
            event.add(self)
        } else if UndoEvent.isOnMainQueue {
            // The manager and the group stay on the main queue.
            nonisolated(unsafe) weak let opened = group
            DispatchQueue.main.async { [weak self] in
                guard let self, let opened else { return }
                if step === opened { closeEventGroup() }
                // Its event is over, so that a name is that of another step.
                if lastOfEvent === opened { lastOfEvent = nil }
            }
        }
    }

    private func open(_ group: UndoGroup) {
        current = group
        lastOfEvent = nil
        postOfGroup(.NSUndoManagerDidOpenUndoGroup)
    }

    final func end() {
        require(current != nil, "endUndoGrouping() was called without a beginUndoGrouping() before it.")
        recordPendingChanges()
        close()
        if let step, step === current, step.isOver { close() }
    }

    /// Closes the innermost open group.
    final func close() {
        guard let group = current else { return }
        postOfGroup(.NSUndoManagerCheckpoint)
        let userInfo: [AnyHashable: Any] = [NSUndoManagerGroupIsDiscardableKey: NSNumber(value: true)]
        postOfGroup(.NSUndoManagerWillCloseUndoGroup, group.isDiscardable ? userInfo : nil)
        current = group.parent
        if !group.isEmpty {
            if let parent = group.parent {
                parent.append(group)
            } else {
                undoStack.append(group)
                limitStacks()
            }
        }
        postOfGroup(.NSUndoManagerDidCloseUndoGroup)
        changed()
    }

    /// The open groups, the innermost one first.
    final var openGroups: [UndoGroup] { current.map { Array(sequence(first: $0, next: \.parent)) } ?? [] }

    /// The outermost open group; nil while actions are performed.
    final var step: UndoGroup? { activity == .recording ? openGroups.last : nil }

    /// Ends the event of the open step: closes it, or has it closed with the app's own group inside it.
    final func closeEventGroup() {
        guard let step, step.isOfEvent, !isAmending else { return }
        recordPendingChanges()
        if current === step {
            close()
            lastOfEvent = undoStack.last === step ? step : nil
        } else {
            step.isOver = true
        }
    }

    /// Ends an event of code that is not in a window, such as a context that has processed its
    /// changes.
    package final func endEventOutsideWindows() {
        if UndoEvent.current == nil { closeEventGroup() }
    }

    // MARK: Windows

    /// Adds what registers its changes with the manager of the window in which they are made. It is not
    /// kept.
    package final func addFollower(_ follower: any UndoFollower) {
        guard !followers.contains(where: { $0.follower === follower }) else { return }
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
        follower.followUndo(of: self)
    }

    /// Begins an event of the window whose manager this is. What was registered before is a step of its
    /// own.
    package final func beginEventOfWindow() {
        guard activity == .recording else { return }
        for follower in followers { follower.follower?.followUndo(of: self) }
        recordPendingChanges()
        closeEventGroup()
        lastOfEvent = nil
    }

    final func limitStacks() {
        guard levelsOfUndo > 0 else { return }
        undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
        redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
    }

    /// The group that a name is set for: the open one, that of the event, or the last one; nil while
    /// nothing is registered, since the changes that the name is for have no step.
    final var described: UndoGroup? {
        recordPendingChanges()
        if let current { return current }
        if disabled > 0 { return nil }
        // The step of an event in a window is open until the event ends.
        if UndoEvent.current == nil, let lastOfEvent, undoStack.last === lastOfEvent { return lastOfEvent }
        guard groupsByEvent else { return undoStack.last }
        openGroupOfEvent()
        return current
    }

    final func changed() { onChange?() }
}
