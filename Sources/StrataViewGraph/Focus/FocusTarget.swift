/// The connection between a `focused` modifier and a control below it.
///
/// The modifier applies to the first control inside, at any depth. It passes a target down in the
/// environment. The first control that is evaluated claims the target, and owns it until its node
/// is removed.
@MainActor
final class FocusTarget {
    /// Called when the user moves the focus to the control or away from it.
    var focusChanged: (Bool) -> Void = { _ in }
    private weak var owner: ViewNode?

    /// Claims the target for a node, unless another one owns it. Returns whether the node owns it.
    func claim(_ node: ViewNode) -> Bool {
        if owner == nil || owner?.isInGraph == false { owner = node }
        return owner === node
    }
}

/// A focus target, and whether its control should have the focus.
///
/// It is a value in the environment, so a change of the state evaluates the control again.
struct FocusPlacement: Equatable {
    let target: FocusTarget
    let isFocused: Bool

    static func == (a: Self, b: Self) -> Bool { a.target === b.target && a.isFocused == b.isFocused }
}

/// A move of the keyboard focus to an element, or away from it.
package struct FocusEvent: ElementEvent {
    package static let name = "focus"

    /// Whether the element has the focus now.
    package var isFocused: Bool

    package init(isFocused: Bool) { self.isFocused = isFocused }
}

private struct FocusTargetKey: EnvironmentKey {
    static var defaultValue: FocusPlacement? { nil }
}

extension EnvironmentValues {
    /// The focus target that the next control claims.
    var focusPlacement: FocusPlacement? {
        get { self[FocusTargetKey.self] }
        set { self[FocusTargetKey.self] = newValue }
    }
}

extension View {
    /// Sets whether the view can have the keyboard focus.
    public func focusable(_ isFocusable: Bool = true) -> some View {
        changingEnvironment { $0.pendingTraits.isFocusable = isFocusable }
    }

    /// Sets whether the view can have the keyboard focus, and what for. In a browser, the keyboard
    /// and a click move the focus to a view for all interactions alike.
    public func focusable(_ isFocusable: Bool = true, interactions: FocusInteractions) -> some View {
        focusable(isFocusable)
    }
}

extension ElementContent {
    /// Whether the element can have the keyboard focus without a modifier.
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
