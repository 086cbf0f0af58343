/// The arrangement of a label and the control that it names.
package enum LabeledLayout: Hashable, Sendable {
    /// Side by side, at the two ends of the width.
    case row
    /// Side by side, at their own widths. Hosts put the label of a progress circle below it.
    case compact
    /// The label above the control.
    case column
}

/// A control with the label that names it.
///
/// The label and the control have an element each. The control refers to the element of the label
/// (`ElementTraits.labelledBy`), so its name stays current when the label changes. Traits that
/// modifiers set, such as an accessibility identifier, go to the control.
struct LabeledControl<Label: View, Control: View>: BuiltInView {
    var layout = LabeledLayout.row
    /// Whether the label is hidden regardless of `labelsHidden()`.
    var hidesLabel = false
    let label: Label
    let control: Control

    func _update(_ node: ViewNode) {
        let isHidden = hidesLabel || node.environment.labelsHidden
        node.show(.control(.labeled(isHidden ? .compact : layout)), traits: ElementTraits())
        var environment = node.environment
        environment.rowContainer = .none
        var controlEnvironment = environment
        environment.endPendingTraits()
        node.updateChild(0, ControlLabel(isHidden: isHidden, label: label), environment: environment)
        controlEnvironment.pendingTraits.labelledBy = node.children[0].element?.id
        node.updateChild(1, control, environment: controlEnvironment)
    }
}

/// The label of a control.
private struct ControlLabel<Label: View>: BuiltInView {
    let isHidden: Bool
    let label: Label

    func _update(_ node: ViewNode) {
        node.show(.control(.controlLabel(isHidden: isHidden)))
        node.updateChild(0, label)
    }
}

private struct LabelsVisibilityKey: EnvironmentKey {
    static var defaultValue: Visibility { .automatic }
}

private struct IsInFormOrListKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The visibility of the labels of controls that `labelsVisibility(_:)` and `labelsHidden()` set.
    /// Labels that are hidden still name the controls for users who do not see them.
    public internal(set) var labelsVisibility: Visibility {
        get { self[LabelsVisibilityKey.self] }
        set { self[LabelsVisibilityKey.self] = newValue }
    }

    /// Whether the labels of controls are hidden.
    var labelsHidden: Bool { labelsVisibility == .hidden }

    /// Whether the view is in a form or a list, where controls show their labels at the leading end of
    /// the row. In a table, the header of the column names them.
    var isInFormOrList: Bool {
        get { self[IsInFormOrListKey.self] }
        set { self[IsInFormOrListKey.self] = newValue }
    }
}

extension View {
    /// Hides the labels of controls. They still name the controls for users who do not see them.
    public func labelsHidden() -> some View { labelsVisibility(.hidden) }

    /// Hides the labels of controls, or shows them where a view above hides them.
    public func labelsVisibility(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.labelsVisibility = visibility }
    }
}
