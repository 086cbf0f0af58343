/// The dialog of a question: its message and its buttons, with a Cancel button unless one of them
/// cancels.
struct ConfirmationView: BuiltInView {
    let title: String
    let showsTitle: Bool
    let dismiss: () -> Void
    let actions: any View
    let message: any View

    func _update(_ node: ViewNode) {
        let content = ConfirmationContent(title: title, showsTitle: showsTitle)
        node.show(.presentation(.confirmation(content)), on: [dismissal(of: node, dismiss)])
        node.graph.presentations.add(node)
        node.updateChild(0, message)
        node.updateChild(1, actions)
        if node.children[1].holdsCancelButton {
            node.keepChildren(2)
        } else {
            node.updateChild(2, Button("Cancel", role: .cancel) {})
        }
    }
}

extension ViewNode {
    /// Whether the subtree has a button with the role `cancel`.
    fileprivate var holdsCancelButton: Bool {
        if let element, case .control(.button(let button)) = element.content, button.role == .cancel { return true }
        return children.contains { $0.holdsCancelButton }
    }
}

extension View {
    /// Asks a question with several answers while a binding is true. Pressing any button, or
    /// Escape, sets the binding to false.
    ///
    /// - Parameters:
    ///   - title: The question. Shown if `titleVisibility` is `visible`.
    ///   - isPresented: Whether the question is shown.
    ///   - titleVisibility: Whether the title is shown.
    ///   - actions: The answers, as buttons. "Cancel" is added unless one of them cancels.
    ///   - message: The message below the title.
    public func confirmationDialog<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return presenting(isPresented, closesAfterPress: true) { _ in
            ConfirmationView(
                title: title.string, showsTitle: titleVisibility == .visible, dismiss: { isPresented.wrappedValue = false },
                actions: actions, message: message)
        }
    }

    /// Asks a question with a localized title and several answers while a binding is true.
    public func confirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions, message: message)
    }

    /// Asks a question with a string as its title and several answers while a binding is true.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions, message: message)
    }

    /// Asks a question with several answers while a binding is true.
    public func confirmationDialog<A: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
    ) -> some View {
        confirmationDialog(
            title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions, message: { EmptyView() })
    }

    /// Asks a question with a localized title and several answers while a binding is true.
    public func confirmationDialog<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A
    ) -> some View {
        confirmationDialog(Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions)
    }

    /// Asks a question with a string as its title and several answers while a binding is true.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
    ) -> some View {
        confirmationDialog(Text(title), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions)
    }

    /// Asks a question about data while a binding is true and there is data. Data that change
    /// afterward, or become nil, do not change the question.
    public func confirmationDialog<A: View, M: View, T>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View {
        let dialog = data.map { data in
            Presented(
                view: ConfirmationView(
                    title: title.string, showsTitle: titleVisibility == .visible,
                    dismiss: { isPresented.wrappedValue = false }, actions: actions(data), message: message(data)))
        }
        return presenting(isPresented, dialog: dialog)
    }

    /// Asks a question about data, with a localized title, while a binding is true and there is
    /// data.
    public func confirmationDialog<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions,
            message: message)
    }

    /// Asks a question about data, with a string as its title, while a binding is true and there is
    /// data.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions,
            message: message)
    }

    /// Asks a question about data while a binding is true and there is data.
    public func confirmationDialog<A: View, T>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        confirmationDialog(
            title, isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions,
            message: { _ in EmptyView() })
    }

    /// Asks a question about data, with a localized title, while a binding is true and there is
    /// data.
    public func confirmationDialog<A: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions)
    }

    /// Asks a question about data, with a string as its title, while a binding is true and there is
    /// data.
    @_disfavoredOverload
    public func confirmationDialog<S: StringProtocol, A: View, T>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting data: T?,
        @ViewBuilder actions: (T) -> A
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, presenting: data, actions: actions)
    }
}
