/// A progress indicator as hosts draw it.
package struct ProgressContent: Hashable, Sendable {
    package enum Appearance: Hashable, Sendable {
        case linear, circular
    }

    package var appearance: Appearance
    /// The completed fraction, from 0 to 1; nil where it is unknown.
    package var fraction: Double?
    package var size: ControlSize
    package var tint: Color?
}

/// The bar or circle of a progress view.
struct ProgressIndicator: BuiltInView {
    let appearance: ProgressContent.Appearance
    let fraction: Double?

    func _update(_ node: ViewNode) {
        let environment = node.environment
        node.show(
            .control(
                .progress(
                    ProgressContent(
                        appearance: appearance, fraction: fraction, size: environment.controlSize, tint: environment.tintColor))))
    }
}
