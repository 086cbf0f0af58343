internal import StrataUndo

/// A command of the user to undo or redo a step of the window.
package struct UndoCommandEvent: ElementEvent {
    package static let name = "undo"

    /// Whether the command is redo.
    package var isRedo: Bool

    package init(isRedo: Bool = false) { self.isRedo = isRedo }
}

/// The titles of the commands of a window's undo manager; nil for one that has nothing to do.
struct UndoTitles: Equatable {
    var undo: String?
    var redo: String?
}

extension WindowGraph {
    /// The handler of the keys for undo and redo.
    var undoHandler: EventHandler {
        EventHandler(UndoCommandEvent.self) { [weak self] event in self?.performUndo(isRedo: event.isRedo) }
    }

    /// Removes all steps, whose actions may keep the manager, and registers no others. A context that
    /// several windows share may still have the manager.
    func closeUndo() {
        undoManager.onChange = nil
        // Contexts register what they have not processed yet before either takes effect.
        undoManager.disableUndoRegistration()
        undoManager.removeAllActions()
        undoManager.disableUndoRegistration()
    }

    /// Undoes or redoes a step. Does nothing while the app has a group of its own open, as during a
    /// drag: a key of the user must not end the process.
    func performUndo(isRedo: Bool) {
        guard undoManager.isReadyForUser else { return }
        if isRedo { undoManager.redo() } else { undoManager.undo() }
    }
}

/// The entries of the Edit menu for undo and redo.
struct UndoEntries: BuiltInView {
    func _update(_ node: ViewNode) {
        let titles = node.reading { node.graph.undoTitles.value }
        node.updateChild(0, entry(titles.undo, "Undo", isRedo: false, node))
        node.updateChild(1, entry(titles.redo, "Redo", isRedo: true, node))
    }

    private func entry(_ title: String?, _ plain: String, isRedo: Bool, _ node: ViewNode) -> some View {
        Button(title ?? plain) { [weak graph = node.graph] in graph?.performUndo(isRedo: isRedo) }.disabled(title == nil)
    }
}

extension StateBox<UndoTitles> {
    /// Follows the changes of a manager.
    func follow(_ manager: UndoManager) {
        manager.onChange = { [weak self, weak manager] in
            guard let self, let manager else { return }
            let titles = UndoTitles(
                undo: manager.undoCount > 0 ? manager.undoMenuItemTitle : nil,
                redo: manager.redoCount > 0 ? manager.redoMenuItemTitle : nil)
            if titles != value { value = titles }
        }
    }
}
