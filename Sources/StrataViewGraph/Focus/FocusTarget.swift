/// A modifier that is connected with the keyboard focus in its content: `focused`, `focusedValue`
/// and others.
///
/// The first element below the modifier reports the focus to the target, wherever in the element
/// the focus is. Moves that the app requests lead to the first control inside, at any depth: the
/// modifier passes the target down in the environment, the first control that is evaluated claims
/// it, and owns it until its node is removed.
@MainActor
final class FocusTarget {
    /// Called when the user moves the focus to the content or away from it.
    var focusChanged: (Bool) -> Void = { _ in }
    /// Called when the user moves the focus to the content by the Tab key.
    var enteredByTab: () -> Void = {}
    /// Called when the host cannot move the focus to the content.
    var refused: () -> Void = {}
    /// Returns whether the app's requests lead to this target, and not to another one with the same
    /// value of the state.
    var isPreferred: () -> Bool = { true }
    /// The identity of the state that moves the focus; nil without one.
    var state: ObjectIdentifier?
    /// Sets the values that the content has for `@FocusedValue`; nil for none.
    var setValues: ((inout FocusedValues) -> Void)?
    /// Whether the focus is in the content.
    nonisolated let isActive = StateBox(false)
    /// Whether the state gives the focus to the content.
    private(set) var isWanted = false
    /// Whether the app has requested the focus, and the host has not answered yet.
    var isRequested = false
    /// The node of the control to which requests move the focus.
    private(set) weak var owner: ViewNode?

    nonisolated init() {}

    /// Claims the target for a node, unless another one owns it. Returns whether the node owns it.
    func claim(_ node: ViewNode) -> Bool {
        if owner?.isInGraph != true { owner = node }
        return owner === node
    }

    /// Returns a placement of the target, after its node has read the state.
    func placement(isWanted: Bool, _ node: ViewNode) -> FocusPlacement {
        if self.isWanted != isWanted {
            self.isWanted = isWanted
            // The element with the focus may have to give it up.
            if isActive.value { node.graph.focus.current?.focus?.node?.setNeedsEvaluation() }
        }
        return FocusPlacement(target: self, isFocused: isWanted)
    }

    /// Whether there is a control to which requests move the focus.
    var hasOwner: Bool { owner?.isInGraph == true }
}

/// A focus target, and whether its control should have the focus.
///
/// It is a value in the environment, so a change of the state evaluates the control again.
struct FocusPlacement: Equatable {
    let target: FocusTarget
    let isFocused: Bool
    /// Whether requests lead to the next element, and not to the first control inside.
    var isForElement = false

    static func == (a: Self, b: Self) -> Bool {
        a.target === b.target && a.isFocused == b.isFocused && a.isForElement == b.isForElement
    }
}

/// The connection of an element with the focus.
struct ElementFocus {
    /// The node of the element.
    weak var node: ViewNode?
    /// The targets to which the element reports the focus, those of outer modifiers first.
    var targets: [FocusTarget]
}

private struct FocusPlacementsKey: EnvironmentKey {
    static var defaultValue: [FocusPlacement] { [] }
}

private struct PendingFocusKey: EnvironmentKey {
    static var defaultValue: [FocusPlacement] { [] }
}

extension EnvironmentValues {
    /// The focus targets that the next control claims, those of outer modifiers first.
    var focusPlacements: [FocusPlacement] {
        get { self[FocusPlacementsKey.self] }
        set { self[FocusPlacementsKey.self] = newValue }
    }

    /// The focus targets to which the next element reports the focus, those of outer modifiers
    /// first.
    var pendingFocus: [FocusPlacement] {
        get { self[PendingFocusKey.self] }
        set { self[PendingFocusKey.self] = newValue }
    }

    /// Connects the next element and the next control with a focus target.
    mutating func addFocus(_ placement: FocusPlacement) {
        focusPlacements.append(placement)
        pendingFocus.append(placement)
    }
}

extension ElementContent {
    /// Whether the element can have the keyboard focus without a modifier: itself or, of a list,
    /// one of its rows.
    var takesFocus: Bool {
        switch self {
        case .control(let content): content.takesFocus
        case .collection(.list), .navigation(.link): true
        default: false
        }
    }
}

extension ControlContent {
    fileprivate var takesFocus: Bool {
        switch self {
        case .button, .textField, .toggle, .picker, .choice, .slider, .datePicker, .colorPicker, .link, .share: true
        case .progress, .option, .optionGroup, .choices, .stepper, .gauge, .menu, .menuItems, .labeled, .controlLabel, .group,
            .search:
            false
        }
    }
}
