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
    /// The binding that the app has set; nil if it has set none, and a nil binding if it has set nil.
    static var defaultValue: Binding<EditMode>?? { nil }
}

private struct EditScopeKey: EnvironmentKey {
    static var defaultValue: StateBox<EditMode>? { nil }
}

extension EnvironmentValues {
    /// The edit mode of lists, which an ``EditButton`` switches. Each page of a stack, tab, column,
    /// sheet, popover and window has a mode of its own, unless the app sets one around it.
    public var editMode: Binding<EditMode>? {
        get { self[EditModeKey.self] ?? editScope.map { Binding($0) } }
        set { self[EditModeKey.self] = .some(newValue) }
    }

    /// The edit mode of the page, tab, sheet, popover or window around the view. It is the mode of
    /// lists where the app has set none.
    var editScope: StateBox<EditMode>? {
        get { self[EditScopeKey.self] }
        set { self[EditScopeKey.self] = newValue }
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
