internal import Foundation

/// The dialog of an alert: its message and its buttons, or an OK button if it has none.
struct AlertView: BuiltInView {
    let title: String
    let dismiss: () -> Void
    let actions: any View
    let message: any View

    func _update(_ node: ViewNode) {
        node.show(.presentation(.alert(title: title)), on: [dismissal(of: node, dismiss)])
        node.graph.presentations.add(node)
        node.updateChild(0, message)
        node.updateChild(1, actions)
        if node.children[1].holdsElements { node.keepChildren(2) } else { node.updateChild(2, Button("OK") {}) }
    }
}

/// Returns a handler for the Escape key, which presses the dialog's button with the role `cancel`,
/// or dismisses a dialog without one.
@MainActor
func dismissal(of node: ViewNode, _ dismiss: @escaping () -> Void) -> EventHandler {
    EventHandler(DismissEvent.self) { [weak node] _ in
        guard let button = node?.element?.firstButton(role: .cancel) else { return dismiss() }
        node?.graph.send(PressEvent(), to: button.id)
    }
}

extension Element {
    /// Returns the first button with a role in the subtree of the element.
    func firstButton(role: ButtonRole) -> Element? {
        if case .control(.button(let button)) = content, button.role == role { return self }
        for child in children { if let found = child.firstButton(role: role) { return found } }
        return nil
    }
}

/// An alert, as a value. New code uses `alert(_:isPresented:actions:message:)`.
@MainActor @preconcurrency
public struct Alert {
    /// A button of an alert.
    @MainActor @preconcurrency
    public struct Button {
        let label: Text
        let role: ButtonRole?
        let action: () -> Void

        /// Returns a button without a role.
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }

        /// Returns a button that dismisses the alert without a change.
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .cancel, action: action ?? {})
        }

        /// Returns a button labeled "Cancel" that dismisses the alert without a change.
        public static func cancel(_ action: (() -> Void)? = {}) -> Button {
            Button(label: Text("Cancel"), role: .cancel, action: action ?? {})
        }

        /// Returns a button that deletes or discards something.
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }
    }

    let title: Text
    let message: Text?
    let buttons: [Button]

    /// Creates an alert with one button, labeled "OK" unless another is given.
    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.title = title
        self.message = message
        buttons = [dismissButton ?? .default(Text("OK"))]
    }

    /// Creates an alert with two buttons.
    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.title = title
        self.message = message
        buttons = [primaryButton, secondaryButton]
    }

    /// Returns the dialog of the alert.
    func view(dismiss: @escaping () -> Void) -> AlertView {
        AlertView(title: title.string, dismiss: dismiss, actions: OlderButtons(buttons: buttons), message: message)
    }
}

/// The buttons of an ``Alert`` or an ``ActionSheet``, as views.
struct OlderButtons: View {
    let buttons: [Alert.Button]

    var body: some View {
        ForEach(buttons.indices, id: \.self) { index in
            Button(role: buttons[index].role) {
                buttons[index].action()
            } label: {
                buttons[index].label
            }
        }
    }
}
