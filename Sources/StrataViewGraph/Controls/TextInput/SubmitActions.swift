/// The kinds of fields whose submission runs an action, for `onSubmit(of:_:)`.
public struct SubmitTriggers: OptionSet, Sendable {
    /// The kinds as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Text fields and secure fields.
    public static let text = SubmitTriggers(rawValue: 1)
    /// Search fields.
    public static let search = SubmitTriggers(rawValue: 2)
}

/// An action that runs when the user submits a field.
package struct SubmitAction {
    package let triggers: SubmitTriggers
    package let perform: () -> Void
}

private struct SubmitActionsKey: EnvironmentKey {
    static var defaultValue: [SubmitAction] { [] }
}

extension EnvironmentValues {
    /// The actions that run when the user presses Return in a field, the innermost last.
    package var submitActions: [SubmitAction] {
        get { self[SubmitActionsKey.self] }
        set { self[SubmitActionsKey.self] = newValue }
    }
}

extension View {
    /// Runs an action when the user presses Return in a field. Actions of outer views run after it,
    /// unless `submitScope(_:)` prevents them.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        changingEnvironment { $0.submitActions.append(SubmitAction(triggers: triggers, perform: action)) }
    }

    /// Prevents the submission of fields inside the view from running actions of outer views.
    public func submitScope(_ isBlocking: Bool = true) -> some View {
        changingEnvironment { if isBlocking { $0.submitActions = [] } }
    }
}
