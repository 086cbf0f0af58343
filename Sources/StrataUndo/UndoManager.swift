public import Foundation

/// A recorder of actions that reverse what a user has done.
///
/// An app that changes something registers an action that changes it back. `undo()` performs the
/// actions of the last step, and what these register is a step of redo.
///
/// Actions are in groups, and the outermost groups are the steps. With `groupsByEvent`, which is the
/// default, the manager opens a group by itself and closes it at the end of the event. An event is
/// one event of a browser in a window; in other code on the main queue, one turn of that. On other
/// threads nothing ends an event, so that a group stays open until `undo()` or, if a managed object
/// context has opened it, until that has processed its changes. A group without actions is dropped.
///
/// A manager belongs to one actor or queue, as what it undoes does.
// Safe to share: confined to the actor or queue of its owner. Apple's class is confined to the main
// actor, which would exclude the contexts of other queues.
open class UndoManager: NSObject, @unchecked Sendable {
    var undoStack: [UndoGroup] = []
    var redoStack: [UndoGroup] = []
    /// The innermost open group. While actions are performed, that of those that reverse them.
    var current: UndoGroup?
    /// The group whose actions are being performed.
    var performed: UndoGroup?
    /// The last closed group of an event, as long as no other was opened: it can still be named.
    weak var lastOfEvent: UndoGroup?
    var activity = Activity.recording
    var disabled = 0
    var recorders: [WeakRecorder] = []
    var followers: [WeakFollower] = []
    /// Whether registered actions belong to the last step; see `amendLastStep(_:)`.
    package internal(set) var isAmending = false
    /// Called after each change of the stacks, by which a window updates its menu.
    package var onChange: (() -> Void)?

    enum Activity {
        case recording, undoing, redoing
    }

    struct WeakRecorder {
        weak var recorder: (any UndoRecorder)?
    }

    struct WeakFollower {
        weak var follower: (any UndoFollower)?
    }

    /// Creates a manager without actions.
    public override init() { super.init() }

    // MARK: Groups

    /// Begins a group. With `groupsByEvent`, it is inside the group of the event.
    ///
    /// Posts `NSUndoManagerCheckpoint`, unless the group is an outermost one, and
    /// `NSUndoManagerDidOpenUndoGroup`.
    open func beginUndoGrouping() { begin() }

    /// Ends the innermost open group. Traps if none is open.
    ///
    /// Posts `NSUndoManagerCheckpoint`, `NSUndoManagerWillCloseUndoGroup` and
    /// `NSUndoManagerDidCloseUndoGroup`.
    open func endUndoGrouping() { end() }

    /// The number of open groups.
    open var groupingLevel: Int { openGroups.count }

    /// Whether the manager opens and closes a group for each event. True by default. If false,
    /// registering an action outside of a group traps.
    open var groupsByEvent = true

    /// The maximum number of steps that can be undone or redone; 0, the default, for any number. The
    /// oldest steps are dropped.
    open var levelsOfUndo = 0 {
        didSet { limitStacks() }
    }

    // MARK: Registration

    /// Ignores actions from now on, until `enableUndoRegistration()` was called as often.
    open func disableUndoRegistration() {
        recordPendingChanges()
        disabled += 1
    }

    /// Ends the effect of one `disableUndoRegistration()`. Traps without one.
    open func enableUndoRegistration() { enable() }

    /// Whether actions are registered.
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }

    // MARK: Undo and redo

    /// Undoes the last step, after closing it if it is open. Does nothing if there is none.
    ///
    /// Traps if groups are open inside of the step, and while actions are performed. Posts what
    /// `undoNestedGroup()` does.
    open func undo() { undoStep() }

    /// Performs the last step of redo, whose reversal becomes a step of undo. Does nothing if there is
    /// none.
    ///
    /// Traps while actions are performed. Posts `NSUndoManagerCheckpoint`,
    /// `NSUndoManagerWillRedoChange` and `NSUndoManagerDidRedoChange`.
    open func redo() { redoStep() }

    /// Undoes the last closed group, which may be inside an open one.
    ///
    /// Traps if an action was registered after that group was closed, in the group around it. Posts
    /// `NSUndoManagerCheckpoint`, `NSUndoManagerWillUndoChange` and `NSUndoManagerDidUndoChange`.
    open func undoNestedGroup() { undoLastGroup() }

    /// Whether there is a step to undo, which may still be open.
    open var canUndo: Bool { nextUndo != nil }

    /// Whether there is a step to redo. Posts `NSUndoManagerCheckpoint`, as Apple's does, and has
    /// contexts register their changes, which remove the steps of redo.
    open var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        recordPendingChanges()
        return nextRedo != nil
    }

    /// The number of steps that can be undone.
    open var undoCount: Int { nextUndo == nil ? 0 : undoStack.count + (openStep == nil ? 0 : 1) }

    /// The number of steps that can be redone.
    open var redoCount: Int { nextRedo == nil ? 0 : redoStack.count }

    /// Whether actions are being performed by an undo.
    open var isUndoing: Bool { activity == .undoing }

    /// Whether actions are being performed by a redo.
    open var isRedoing: Bool { activity == .redoing }

    /// Removes all actions, and registers new ones again if that was disabled. Open groups stay open.
    open func removeAllActions() { removeAll() }

    /// Removes the actions with a target.
    open func removeAllActions(withTarget target: Any) { removeAll(with: ObjectIdentifier(target as AnyObject)) }

    // MARK: Descriptions

    /// Sets whether the current step can be dropped if it cannot be saved. Observers of
    /// `NSUndoManagerWillCloseUndoGroup` find that in the user info.
    open func setActionIsDiscardable(_ discardable: Bool) { described?.isDiscardable = discardable }

    /// Whether the next step to undo can be dropped.
    open var undoActionIsDiscardable: Bool { nextUndo?.isDiscardable ?? false }

    /// Whether the next step to redo can be dropped.
    open var redoActionIsDiscardable: Bool { nextRedo?.isDiscardable ?? false }

    /// The name of the next step to undo; empty without one.
    open var undoActionName: String { nextUndo?.name ?? "" }

    /// The name of the next step to redo; empty without one.
    open var redoActionName: String { nextRedo?.name ?? "" }

    /// Names the current step, such as "Add Trip". An empty string removes the name.
    ///
    /// The step is the open one or, with `groupsByEvent`, that of the current event, even if nothing
    /// is registered yet. While actions are performed, names the step that reverses them, which by
    /// default has the same name.
    open func setActionName(_ actionName: String) {
        described?.name = actionName
        changed()
    }

    /// The title of a menu's item for undo, with the name of the step.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// The title of a menu's item for redo, with the name of the step.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// Returns the title of a menu's item for undoing a step with a name. Override it to translate it.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// Returns the title of a menu's item for redoing a step with a name. Override it to translate it.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    /// Attaches a value of the app's own to the current step, or removes it if `info` is nil. The step
    /// is that of `setActionName(_:)`.
    open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) { described?.userInfo[key] = info }

    /// Returns a value that was attached to the next step to undo.
    open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { nextUndo?.userInfo[key] }

    /// Returns a value that was attached to the next step to redo.
    open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { nextRedo?.userInfo[key] }
}

extension UndoManager {
    /// Registers an action that reverses a change, and removes the actions of redo. While actions are
    /// performed, registers the reversal of these.
    ///
    /// The manager does not keep the target; an action whose target is gone has no effect. Traps if no
    /// group is open and `groupsByEvent` is false.
    ///
    /// - Parameter handler: Called with the target by an undo.
    public final func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        register(
            UndoAction(target) { target in
                guard let target = target as? TargetType else { return }
                handler(target)
            })
    }
}
