/// A direction in which the user moves by an arrow key.
public enum MoveCommandDirection: Hashable, Sendable {
    /// The direction of an arrow key.
    case up, down, left, right

    fileprivate static let keys: [KeyEquivalent: MoveCommandDirection] = [
        .upArrow: .up, .downArrow: .down, .leftArrow: .left, .rightArrow: .right,
    ]
}

extension View {
    /// Runs an action when the user presses an arrow key while the view, or one inside it, has the
    /// focus. Fields, lists and other controls with a use of their own for the arrow keys keep
    /// them.
    public func onMoveCommand(perform action: ((_ direction: MoveCommandDirection) -> Void)? = nil) -> some View {
        onKeys(Array(MoveCommandDirection.keys.keys), areCommands: true, isEnabled: action != nil) { key in
            if let direction = MoveCommandDirection.keys[key] { action?(direction) }
        }
    }

    /// Runs an action when the user presses Escape while the view, or one inside it, has the focus.
    /// In a dialog, Escape dismisses the dialog.
    public func onExitCommand(perform action: (() -> Void)?) -> some View {
        onKeys([.escape], areCommands: false, isEnabled: action != nil) { _ in action?() }
    }

    /// Runs an action when the user presses Delete or Backspace while the view, or one inside it,
    /// has the focus. Fields keep the keys.
    public func onDeleteCommand(perform action: (() -> Void)?) -> some View {
        onKeys([.delete, .deleteForward], areCommands: true, isEnabled: action != nil) { _ in action?() }
    }

    /// Runs an action for presses of some keys.
    ///
    /// - Parameter areCommands: Whether fields keep the keys.
    private func onKeys(
        _ keys: [KeyEquivalent], areCommands: Bool, isEnabled: Bool, _ action: @escaping (KeyEquivalent) -> Void
    ) -> some View {
        let characters = isEnabled ? Set(keys.map(\.character)) : []
        let phases: KeyPress.Phases = [.down, .repeat]
        var filter = KeyFilter(keys: areCommands ? [] : characters, phases: phases.rawValue)
        if areCommands { filter.commands = characters }
        return modified(
            KeyPressModifier(
                filter: filter,
                matches: { press in
                    press.modifiers.isDisjoint(with: [.command, .control, .option]) && phases.contains(press.phase)
                        && characters.contains(press.key.character)
                },
                action: { press in
                    action(press.key)
                    return .handled
                }))
    }
}
