/// A mode in which the user edits the rows of lists, or does not.
public enum EditMode: Hashable, Sendable {
    /// The user does not edit.
    case inactive
    /// The user edits temporarily. No control of Strata sets this mode.
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
    /// The edit mode of lists. Each window has a mode of its own, which an ``EditButton`` switches.
    public var editMode: Binding<EditMode>? {
        get { self[EditModeKey.self] }
        set { self[EditModeKey.self] = newValue }
    }
}

/// A button that switches the edit mode of lists, labeled "Edit", or "Done" while the user edits.
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
