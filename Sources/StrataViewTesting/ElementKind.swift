import StrataViewGraph

/// A kind of element, for searches in a ``TestWindow``.
public enum ElementKind: String, Sendable {
    /// Every element.
    case any
    /// A text.
    case text
    /// An element that can be pressed: a button, or a view with a tap gesture.
    case button
    /// A text field for one line or several, or a text editor.
    case textField
    /// A toggle.
    case toggle
    /// A list.
    case list
    /// A row of a list.
    case row
    /// An element that the Escape key dismisses: an alert, a sheet, a popover or another dialog.
    case dialog
    /// A progress view.
    case progress

    /// Whether an element is of the kind.
    @MainActor
    func contains(_ element: Element) -> Bool {
        switch self {
        case .any: true
        case .text: if case .text = element.content { true } else { false }
        case .button: element.handles(PressEvent.self) || element.tapGesture != nil
        case .textField: element.handles(InputEvent.self) || element.handles(EditEvent.self)
        case .toggle: element.handles(ToggleEvent.self)
        case .list: if case .collection(.list) = element.content { true } else { false }
        case .row: if case .collection(.row) = element.content { true } else { false }
        case .dialog: if case .presentation = element.content { element.handles(DismissEvent.self) } else { false }
        case .progress: if case .control(.progress) = element.content { true } else { false }
        }
    }
}

extension Element {
    /// The index of the element's single-tap gesture; nil if it has none.
    var tapGesture: Int? { traits.interaction.gestures.firstIndex { $0.primitive == .tap(count: 1) } }
}
