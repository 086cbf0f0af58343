public import CoreTransferable
public import UniformTypeIdentifiers

/// A button that pastes what the clipboard has.
///
///     PasteButton(payloadType: String.self) { texts in notes += texts }
///
/// The browser may ask the user whether the app may read the clipboard. The button is enabled
/// regardless of what the clipboard has, and does nothing if that is of other types. Items can also
/// be dropped on the button, and pasted by the keyboard while it has the focus.
public struct PasteButton: View {
    private let control: AnyView

    /// Creates a button that pastes items of some types.
    ///
    /// - Parameters:
    ///   - supportedContentTypes: The types.
    ///   - payloadAction: Called with the items.
    public init(supportedContentTypes: [UTType], payloadAction: @escaping ([NSItemProvider]) -> Void) {
        control = AnyView(
            PasteControl().onDrop(of: supportedContentTypes, isTargeted: nil) { providers in
                payloadAction(providers)
                return true
            })
    }

    /// Creates a button that pastes values of a type.
    ///
    /// - Parameters:
    ///   - payloadType: The type.
    ///   - onPaste: Called with the values, when they have been loaded.
    public init<T: Transferable>(payloadType: T.Type, onPaste: @escaping ([T]) -> Void) {
        control = AnyView(
            PasteControl().dropDestination(for: payloadType) { values, _ in
                onPaste(values)
                return true
            })
    }

    /// A button with a border, unless a style of buttons is set around it.
    public var body: some View {
        control.changingEnvironment { if $0.buttonStyles.isEmpty { $0.buttonStyles = [BorderedButtonStyle()] } }
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }
}

/// The element of the button. The host reads the clipboard.
private struct PasteControl: BuiltInView {
    func _update(_ node: ViewNode) {
        node.showHostButton(.paste, label: Label("Paste", systemImage: "doc.on.clipboard")) { .control(.button($0)) }
    }
}
