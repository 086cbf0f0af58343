public import Foundation

extension View {
    /// Shows an alert with a title, a message and buttons while a binding is true.
    ///
    /// Pressing any button, or Escape, sets the binding to false. An alert without buttons has one
    /// labeled "OK".
    public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        let (actions, message) = (actions(), message())
        return presenting(isPresented, closesAfterPress: true) { _ in
            AlertView(title: title.string, dismiss: { isPresented.wrappedValue = false }, actions: actions, message: message)
        }
    }

    /// Shows an alert with a localized title, a message and buttons while a binding is true.
    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message)
    }

    /// Shows an alert with a string as its title, a message and buttons while a binding is true.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        alert(Text(title), isPresented: isPresented, actions: actions, message: message)
    }

    /// Shows an alert with a title and buttons while a binding is true.
    public func alert<A: View>(_ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A) -> some View {
        alert(title, isPresented: isPresented, actions: actions, message: { EmptyView() })
    }

    /// Shows an alert with a localized title and buttons while a binding is true.
    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, actions: actions)
    }

    /// Shows an alert with a string as its title and buttons while a binding is true.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        alert(Text(title), isPresented: isPresented, actions: actions)
    }

    /// Shows an alert while a binding is true and there is data, from which its message and buttons
    /// are made. Data that change afterward, or become nil, do not change it.
    public func alert<A: View, M: View, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        let dialog = data.map { data in
            Presented(
                view: AlertView(
                    title: title.string, dismiss: { isPresented.wrappedValue = false }, actions: actions(data),
                    message: message(data)))
        }
        return presenting(isPresented, dialog: dialog)
    }

    /// Shows an alert with a localized title while a binding is true and there is data, from which
    /// its message and buttons are made.
    public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, presenting: data, actions: actions, message: message)
    }

    /// Shows an alert with a string as its title while a binding is true and there is data, from
    /// which its message and buttons are made.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        alert(Text(title), isPresented: isPresented, presenting: data, actions: actions, message: message)
    }

    /// Shows an alert while a binding is true and there is data, from which its buttons are made.
    public func alert<A: View, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        alert(title, isPresented: isPresented, presenting: data, actions: actions, message: { _ in EmptyView() })
    }

    /// Shows an alert with a localized title while a binding is true and there is data, from which
    /// its buttons are made.
    public func alert<A: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        alert(Text(titleKey), isPresented: isPresented, presenting: data, actions: actions)
    }

    /// Shows an alert with a string as its title while a binding is true and there is data, from
    /// which its buttons are made.
    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        alert(Text(title), isPresented: isPresented, presenting: data, actions: actions)
    }

    /// Shows an alert for an error while a binding is true and there is an error. The title is the
    /// error's description; buttons and message are made from the error. Another error afterward, or
    /// none, does not change it.
    public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A, @ViewBuilder message: (E) -> M
    ) -> some View {
        alert(
            Text(verbatim: error?.errorDescription ?? ""), isPresented: isPresented, presenting: error, actions: actions,
            message: message)
    }

    /// Shows an alert for an error while a binding is true and there is an error. The title is the
    /// error's description.
    public func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
    ) -> some View {
        alert(isPresented: isPresented, error: error, actions: { _ in actions() }, message: { _ in EmptyView() })
    }

    /// Shows an ``Alert`` while a binding is true.
    public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View {
        let alert = content()
        return presenting(isPresented, closesAfterPress: true) { _ in
            alert.view { isPresented.wrappedValue = false }
        }
    }

    /// Shows an ``Alert`` for an item while the item is not nil.
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> Alert) -> some View {
        presenting(item, closesAfterPress: true) { value, _ in content(value).view { item.wrappedValue = nil } }
    }
}
