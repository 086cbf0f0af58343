/// An action that begins to rename the item of a view: `@Environment(\.rename)`.
public struct RenameAction {
    fileprivate let action: () -> Void

    /// Begins to rename: `rename()`.
    public func callAsFunction() { action() }
}

/// A button that runs the rename action of the views around it, such as in a context menu. It is
/// disabled where there is none.
///
///     TextField("Name", text: $name)
///         .focused($isFocused)
///         .contextMenu { RenameButton() }
///         .renameAction { isFocused = true }
public struct RenameButton<Label: View>: View {
    @Environment(\.rename) private var rename
    private let label: Label

    fileprivate init(label: Label) { self.label = label }

    /// A button that is disabled without an action.
    public var body: some View {
        Button {
            rename?()
        } label: {
            label
        }
        .disabled(rename == nil)
    }
}

extension RenameButton where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a button with the title "Rename".
    public init() { self.init(label: StrataViewGraph.Label("Rename", systemImage: "pencil")) }
}

private struct RenameKey: EnvironmentKey {
    static var defaultValue: RenameAction? { nil }
}

extension EnvironmentValues {
    /// The action that begins to rename the item; nil if there is none.
    public internal(set) var rename: RenameAction? {
        get { self[RenameKey.self] }
        set { self[RenameKey.self] = newValue }
    }
}

extension View {
    /// Sets the action of the rename buttons in the view.
    public func renameAction(_ action: @escaping () -> Void) -> some View {
        changingEnvironment { $0.rename = RenameAction(action: action) }
    }

    /// Has the rename buttons in the view move the focus to the control of a focus state, such as
    /// the text field with the name.
    public func renameAction(_ isFocused: FocusState<Bool>.Binding) -> some View {
        renameAction { isFocused.wrappedValue = true }
    }
}
