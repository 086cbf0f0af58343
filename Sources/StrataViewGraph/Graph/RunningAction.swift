/// An action of the app while it runs: one that handles an event, or one that follows an update.
///
/// | action | runs |
/// | --- | --- |
/// | of a control, a gesture, a key, a menu, an alert, a drop | when the user acts |
/// | `onChange`, `onPreferenceChange`, `onAppear`, `onDisappear`, `onDismiss` | with an update |
/// | `onReceive` | when the publisher sends |
/// | `onOpenURL`, `onContinueUserActivity` | when the window receives one |
/// | the completion of an animation, an export or the loading of a drop | when it is over |
///
/// The views show what they were last evaluated with until an action has ended, so an action that
/// changes data still acts on what the user saw. State that an action would see change under its
/// hands, such as the positions of a fetch request's results, compares the running action with the
/// one in which it changed:
///
///     for index in items.indices {        five rows are shown
///         context.delete(items[index])    the second pass deletes the second of the five,
///         try context.save()              and not the third, which has just become the second
///     }
///
/// Code after an `await` and in a task belongs to no action. Nor do the app's own timers, observers
/// of notifications and delegates, nor what an update reads, such as a body or the handler of
/// `userActivity(_:isActive:_:)`.
@MainActor
package final class RunningAction {
    /// The action that is running; nil while none is.
    package private(set) static var current: RunningAction?

    private init() {}

    /// Runs an action. One inside another belongs to the outer one.
    package static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard current == nil else { return try body() }
        current = RunningAction()
        defer { current = nil }
        return try body()
    }
}
