import StrataViewGraph

/// A kind of elements.
public enum ElementKind: String, Sendable {
    /// Every element.
    case any
    /// A text.
    case text
    /// An element that can be pressed: a button, or a view with a tap gesture.
    case button
    /// A field for text.
    case textField
    /// A control that switches between on and off.
    case toggle
    /// A list.
    case list
    /// A row of a list.
    case row
    /// An alert or another dialog.
    case dialog
    /// An element that reports progress.
    case progress

    /// Whether an element is of the kind.
    @MainActor
    func contains(_ element: Element) -> Bool {
        switch self {
        case .any: true
        case .text: if case .text = element.content { true } else { false }
        case .button: element.handles(PressEvent.self) || element.tapGesture != nil
        case .textField: element.handles(InputEvent.self)
        case .toggle: element.handles(ToggleEvent.self)
        case .list: if case .collection(.list) = element.content { true } else { false }
        case .row: if case .collection(.row) = element.content { true } else { false }
        case .dialog: element.handles(DismissEvent.self)
        case .progress: if case .control(.progress) = element.content { true } else { false }
        }
    }
}

extension Element {
    /// The position of a gesture of one tap among the element's gestures.
    var tapGesture: Int? { traits.interaction.gestures.firstIndex { $0.primitive == .tap(count: 1) } }
}
