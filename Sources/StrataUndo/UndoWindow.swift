/// The window that running code works for: that of the event which it handles, or of the event or
/// view that has started its task.
///
/// A task keeps it over each `await`, and so do the tasks that it starts. A detached task, a timer
/// and a block on a queue work for no window.
package enum UndoWindow {
    private struct Reference: Sendable {
        weak let manager: UndoManager?
    }

    @TaskLocal private static var reference: Reference?

    /// The undo manager of the window; nil outside of windows.
    package static var manager: UndoManager? { reference?.manager }

    /// Runs code for the window with a manager.
    package static func with<Result>(_ manager: UndoManager, _ body: () throws -> Result) rethrows -> Result {
        try $reference.withValue(Reference(manager: manager), operation: body)
    }
}
