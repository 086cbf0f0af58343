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
    static var defaultValue: BindingLocation<EditMode>? { nil }
}

extension EnvironmentValues {
    /// The edit mode of lists, which an ``EditButton`` switches. Each page of a stack, tab, column,
    /// sheet, popover and window has a mode of its own, unless the app sets one around it. While the
    /// mode around a tab view is active, so are those of its tabs.
    public var editMode: Binding<EditMode>? {
        get { self[EditModeKey.self] ?? editScope.map { Binding($0) } }
        set { self[EditModeKey.self] = .some(newValue) }
    }

    /// The edit mode of the page, tab, sheet, popover or window around the view. It is the mode of
    /// lists where the app has set none.
    var editScope: BindingLocation<EditMode>? {
        get { self[EditScopeKey.self] }
        set { self[EditScopeKey.self] = newValue }
    }
}

/// The edit mode of a tab. It is active also while that of the page, tab, sheet, popover or window
/// around the tab view is, whose toolbar may have the button.
// Safe to share: it is immutable, and other locations are safe, too.
final class TabEditMode: BindingLocation<EditMode>, @unchecked Sendable {
    private let own = StateBox(EditMode.inactive)
    private let around: BindingLocation<EditMode>?

    init(around: BindingLocation<EditMode>?) { self.around = around }

    override func read() -> EditMode {
        let mode = own.value
        return mode.isEditing ? mode : around?.read() ?? mode
    }

    override func write(_ mode: EditMode, in transaction: Transaction) {
        own.value = mode
        // Otherwise the button of a tab would not end what that of the page has started.
        if let around, !mode.isEditing, around.read().isEditing { around.write(mode, in: transaction) }
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
