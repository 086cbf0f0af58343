/// A column of labels beside a column of values. The form does not scroll.
///
/// A view without a label is in the column of values.
public struct ColumnsFormStyle: FormStyle {
    /// Creates the style.
    public init() {}

    /// Returns the two columns.
    public func makeBody(configuration: Configuration) -> some View { FormColumns(content: configuration.content) }
}

extension FormStyle where Self == ColumnsFormStyle {
    /// A column of labels beside a column of values. The form does not scroll.
    public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
}

/// The rows of a form in two columns. A section is its header, its rows and its footer, one after
/// the other.
private struct FormColumns<Content: View>: BuiltInView {
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(.control(.group(.formColumns)))
        var environment = node.environment
        environment.rowContainer = .none
        environment.isInFormOrList = true
        environment.endPendingTraits()
        node.updateChild(0, content, environment: environment)
    }
}
