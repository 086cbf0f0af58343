/// The connection between a `focused` modifier and a control below it.
///
/// The modifier applies to the first control inside, at any depth. It passes a target down in the
/// environment; the first control that is evaluated claims it, and keeps it while it exists.
@MainActor
final class FocusTarget {
    /// Called when the user moves the focus to the control or away from it.
    var focusChanged: (Bool) -> Void = { _ in }
    private weak var owner: ViewNode?

    /// Returns whether a node is the control of the target.
    func claim(_ node: ViewNode) -> Bool {
        if owner == nil || owner?.isInGraph == false { owner = node }
        return owner === node
    }
}

/// A target with whether the state says that its control has the focus: a value in the environment,
/// so that the control is evaluated again when that changes.
struct FocusPlacement: Equatable {
    let target: FocusTarget
    let isFocused: Bool

    static func == (a: Self, b: Self) -> Bool { a.target === b.target && a.isFocused == b.isFocused }
}

/// The focus moved to an element, or away from it.
package struct FocusEvent: ElementEvent {
    package static let name = "focus"

    package var isFocused: Bool

    package init(isFocused: Bool) { self.isFocused = isFocused }
}

private struct FocusTargetKey: EnvironmentKey {
    static var defaultValue: FocusPlacement? { nil }
}

extension EnvironmentValues {
    /// The focus that the next control claims.
    var focusPlacement: FocusPlacement? {
        get { self[FocusTargetKey.self] }
        set { self[FocusTargetKey.self] = newValue }
    }
}

extension View {
    /// Lets the keyboard's focus move to the view, or keeps it from a view that could have it.
    public func focusable(_ isFocusable: Bool = true) -> some View {
        changingEnvironment { $0.pendingTraits.isFocusable = isFocusable }
    }
}

extension ElementContent {
    /// Whether the element can have the keyboard's focus.
    var takesFocus: Bool {
        switch self {
        case .control(let content): content.takesFocus
        default: false
        }
    }
}

extension ControlContent {
    fileprivate var takesFocus: Bool {
        switch self {
        case .button, .textField, .toggle, .picker, .choice, .slider, .datePicker, .colorPicker, .link, .share: true
        case .progress, .option, .choices, .stepper, .gauge, .menu, .menuItems, .labeled, .controlLabel, .group, .search: false
        }
    }
}
