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
        // An alert inherits the environment of its view, without the style.
        var environment = node.environment.forPresentation
        environment.afterPress = { isPresented.wrappedValue = false }
        node.updateChild(
            1, AlertView(title: title, isPresented: isPresented, actions: actions, message: message), environment: environment)
    }
}

/// The dialog of an alert: its message, then its buttons; an OK button if it has none.
private struct AlertView<Actions: View, Message: View>: BuiltInView {
    let title: String
    let isPresented: Binding<Bool>
    let actions: Actions
    let message: Message

    func _update(_ node: ViewNode) {
        let dismiss = EventHandler(DismissEvent.self) { _ in isPresented.wrappedValue = false }
        node.show(.presentation(.alert(title: title)), on: [dismiss])
        node.updateChild(0, message)
        node.updateChild(1, actions)
        if node.children[1].holdsElements { node.keepChildren(2) } else { node.updateChild(2, Button("OK") {}) }
    }
}

extension View {
    /// Shows an alert with a title, a message and buttons while a binding is true. Pressing any
    /// button, or Escape, sets the binding to false.
    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        modified(AlertModifier(title: titleKey.string, isPresented: isPresented, actions: actions(), message: message()))
    }

    /// Shows an alert with a title and buttons while a binding is true.
    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        alert(titleKey, isPresented: isPresented, actions: actions, message: { EmptyView() })
    }

    /// Shows an alert for an error while a binding is true and there is an error. The title is the
    /// error's description; buttons and message are made from the error.
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
