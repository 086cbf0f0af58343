/// Whether the user edits a list.
public enum EditMode: Hashable, Sendable {
    /// The user does not edit.
    case inactive
    /// The user edits for a short time, such as while a row is swiped.
    case transient
    /// The user edits.
    case active

    /// Whether the user edits.
    public var isEditing: Bool { self != .inactive }
}

private struct EditModeKey: EnvironmentKey {
    static var defaultValue: Binding<EditMode>? { nil }
}

extension EnvironmentValues {
    /// Whether the user edits lists; each window has its own, which an ``EditButton`` switches.
    public var editMode: Binding<EditMode>? {
        get { self[EditModeKey.self] }
        set { self[EditModeKey.self] = newValue }
    }
}

/// A button that switches the edit mode of lists: "Edit", or "Done" while the user edits.
public struct EditButton: View {
    @Environment(\.editMode) private var editMode

    /// Creates a button.
    public init() {}

    public var body: some View {
        let isEditing = editMode?.wrappedValue.isEditing ?? false
        Button(isEditing ? "Done" : "Edit") {
            withAnimation { editMode?.wrappedValue = isEditing ? .inactive : .active }
        }
    }
}
