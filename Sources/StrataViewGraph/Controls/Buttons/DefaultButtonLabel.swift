/// The label of a button that is made from its role only: "Cancel", "Close", "Delete" or "Done".
public struct DefaultButtonLabel: View {
    let role: ButtonRole?

    /// The localized title of the role; "OK" for a button without one.
    public var body: some View { Text(title) }

    private var title: LocalizedStringKey {
        switch role?.kind {
        case .cancel: "Cancel"
        case .close: "Close"
        case .confirm: "Done"
        case .destructive: "Delete"
        case nil: "OK"
        }
    }
}

extension Button where Label == DefaultButtonLabel {
    /// Creates a button with a role, which also determines the label.
    public init(role: ButtonRole, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { DefaultButtonLabel(role: role) }
    }
}
