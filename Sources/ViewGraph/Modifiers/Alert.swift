public import Foundation

/// Shows a dialog over the window while a binding is true.
private struct AlertModifier<Actions: View, Message: View>: BuiltInModifier {
    let title: String
    let isPresented: Binding<Bool>
    let actions: Actions
    let message: Message

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.updateChild(0, content)
        guard node.reading({ isPresented.wrappedValue }) else { return node.keepChildren(1) }
        // The environment, but not the style of what the alert hangs on.
        var environment = node.environment
        environment.inherited = InheritedStyle()
        environment.inherited.afterPress = { isPresented.wrappedValue = false }
        node.updateChild(
            1, AlertView(title: title, isPresented: isPresented, actions: actions, message: message), environment: environment)
    }
}

/// The dialog of an alert: its message, then its buttons; an OK button where there are none.
private struct AlertView<Actions: View, Message: View>: BuiltInView {
    let title: String
    let isPresented: Binding<Bool>
    let actions: Actions
    let message: Message

    func _update(_ node: ViewNode) {
        node.show(.alert(title: title)) { event in
            if event == .dismiss { isPresented.wrappedValue = false }
        }
        node.updateChild(0, message)
        node.updateChild(1, actions)
        if node.children[1].holdsElements { node.keepChildren(2) } else { node.updateChild(2, Button("OK") {}) }
    }
}

extension View {
    /// Shows an alert with a title, a message and buttons; pressing any of them sets the binding to false, as does Escape.
    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        modified(AlertModifier(title: titleKey.string, isPresented: isPresented, actions: actions(), message: message()))
    }

    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        alert(titleKey, isPresented: isPresented, actions: actions, message: { EmptyView() })
    }

    /// Shows an alert for an error: its description as the title, and the message made from it.
    public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A, @ViewBuilder message: (E) -> M
    ) -> some View {
        modified(
            AlertModifier(
                title: error?.errorDescription ?? "",
                isPresented: Binding(get: { isPresented.wrappedValue && error != nil }, set: { isPresented.wrappedValue = $0 }),
                actions: error.map(actions), message: error.map(message)))
    }
}
