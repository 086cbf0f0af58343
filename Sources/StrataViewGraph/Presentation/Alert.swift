internal import Foundation

/// The dialog of an alert: its message, then its buttons; an OK button if it has none.
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

/// Returns a handler for the Escape key, which presses the button that cancels if there is one.
@MainActor
func dismissal(of node: ViewNode, _ dismiss: @escaping () -> Void) -> EventHandler {
    EventHandler(DismissEvent.self) { [weak node] _ in
        guard let button = node?.element?.firstButton(role: .cancel) else { return dismiss() }
        node?.graph.send(PressEvent(), to: button.id)
    }
}

extension Element {
    /// The first button of a role in the subtree.
    func firstButton(role: ButtonRole) -> Element? {
        if case .control(.button(let button)) = content, button.role == role { return self }
        for child in children { if let found = child.firstButton(role: role) { return found } }
        return nil
    }
}

/// An alert as a value, for `alert(isPresented:content:)`; the older form of alerts.
@MainActor @preconcurrency
public struct Alert {
    /// A button of an alert.
    @MainActor @preconcurrency
    public struct Button {
        let label: Text
        let role: ButtonRole?
        let action: () -> Void

        /// A button in the usual style.
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }

        /// A button that leaves without a change.
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .cancel, action: action ?? {})
        }

        /// A button that leaves without a change, labeled "Cancel".
        public static func cancel(_ action: (() -> Void)? = {}) -> Button {
            Button(label: Text(verbatim: "Cancel"), role: .cancel, action: action ?? {})
        }

        /// A button that deletes or discards something.
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }
    }

    let title: Text
    let message: Text?
    let buttons: [Button]

    /// Creates an alert with one button; "OK" if none is given.
    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.title = title
        self.message = message
        buttons = [dismissButton ?? .default(Text(verbatim: "OK"))]
    }

    /// Creates an alert with two buttons.
    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.title = title
        self.message = message
        buttons = [primaryButton, secondaryButton]
    }

    /// The alert as a view.
    func view(dismiss: @escaping () -> Void) -> AlertView {
        AlertView(title: title.string, dismiss: dismiss, actions: OlderButtons(buttons: buttons), message: message)
    }
}

/// The buttons of an older alert or action sheet, as views.
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
