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
    /// A picker, in any style.
    case picker
    /// A picker of a date.
    case datePicker
    /// A picker of a color.
    case colorPicker
    /// A slider.
    case slider
    /// A stepper: the buttons after its label.
    case stepper
    /// The label of a disclosure group, which shows and hides its content, or a row of an outline with
    /// children.
    case disclosure
    /// A list.
    case list
    /// A table.
    case table
    /// A row of a list or a table.
    case row
    /// A tab of a tab view.
    case tab
    /// An element whose frame the views observe: a geometry reader, or a view with an action for
    /// changes of its geometry.
    case geometry
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
        case .picker: element.handles(OptionEvent.self) || element.isChoices
        case .datePicker: element.handles(DateEvent.self)
        case .colorPicker: element.handles(ColorEvent.self)
        case .slider: element.handles(SlideEvent.self)
        case .stepper: if case .control(.stepper) = element.content { true } else { false }
        case .disclosure: element.isExpanded != nil
        case .list: if case .collection(.list) = element.content { true } else { false }
        case .row: if case .collection(.row) = element.content { true } else { false }
        case .table: if case .collection(.table) = element.content { true } else { false }
        case .tab: if case .navigation(.tab) = element.content { true } else { false }
        case .geometry: element.handles(ResizeEvent.self)
        case .dialog: if case .presentation = element.content { element.handles(DismissEvent.self) } else { false }
        case .progress: if case .control(.progress) = element.content { true } else { false }
        }
    }
}

extension Element {
    /// The index of the element's single-tap gesture; nil if it has none.
    var tapGesture: Int? { traits.interaction.gestures.firstIndex { $0.primitive == .tap(count: 1) } }

    /// Whether a tap on the element does something.
    var handlesTaps: Bool { handles(ToggleEvent.self) || handles(PressEvent.self) || tapGesture != nil }

    /// Whether the element contains the choices of a picker.
    var isChoices: Bool { if case .control(.choices) = content { true } else { false } }

    /// Whether the group of a disclosure button, or the row of an outline, is expanded; nil for other
    /// elements.
    var isExpanded: Bool? {
        switch content {
        case .control(.button(let button)): if case .disclosure(let isExpanded) = button.kind { isExpanded } else { nil }
        case .collection(.row(let row)): row.outline?.isExpanded
        default: nil
        }
    }
}
