/// A question with several answers, as a value. New code uses `confirmationDialog`.
@MainActor @preconcurrency
public struct ActionSheet {
    /// An answer.
    public typealias Button = Alert.Button

    private let title: Text
    private let message: Text?
    private let buttons: [Button]

    /// Creates a question with answers. Its dialog adds "Cancel" unless one of them cancels.
    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }

    /// Returns the dialog of the question.
    fileprivate func view(dismiss: @escaping () -> Void) -> ConfirmationView {
        ConfirmationView(
            title: title.string, showsTitle: true, dismiss: dismiss, actions: OlderButtons(buttons: buttons), message: message)
    }
}

extension View {
    /// Shows an action sheet while a binding is true.
    public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet) -> some View {
        let sheet = content()
        return presenting(isPresented, closesAfterPress: true) { _ in sheet.view { isPresented.wrappedValue = false } }
    }

    /// Shows an action sheet for an item while the item is not nil.
    public func actionSheet<Item: Identifiable>(item: Binding<Item?>, content: @escaping (Item) -> ActionSheet) -> some View {
        presenting(item, closesAfterPress: true) { value, _ in content(value).view { item.wrappedValue = nil } }
    }
}
