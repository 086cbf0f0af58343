public import StrataUndo

private struct UndoManagerKey: EnvironmentKey {
    static var defaultValue: UndoManager? { nil }
}

extension EnvironmentValues {
    /// The undo manager of the window; nil in an app's body.
    ///
    /// ⌘Z and ⇧⌘Z, or Ctrl+Z and Ctrl+Shift+Z, undo and redo its steps, except in text fields, where
    /// the browser undoes what was typed. What is registered in one event of the browser is one step.
    public internal(set) var undoManager: UndoManager? {
        get { self[UndoManagerKey.self] }
        set { self[UndoManagerKey.self] = newValue }
    }
}
