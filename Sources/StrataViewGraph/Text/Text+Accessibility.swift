extension Text {
    /// Names the text for assistive technology, also as a part of another text. The label replaces
    /// those that the text or parts of it have already.
    public nonisolated func accessibilityLabel(_ label: Text) -> Text {
        styled { $0.label = TextRunStyle.Label(text: label) }
    }

    /// Names the text for assistive technology, with a localized string.
    public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> Text { accessibilityLabel(Text(labelKey)) }

    /// Names the text for assistive technology, with a string.
    @_disfavoredOverload
    public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> Text { accessibilityLabel(Text(label)) }

    /// The label that all parts of the text share, which is that of its element; nil if there is
    /// none.
    private nonisolated var commonLabel: Text? {
        guard let label = segments.first?.style.label else { return nil }
        return segments.allSatisfy { $0.style.label == label } ? label.text : nil
    }

    /// Shows a text with a label as one element with the label. Returns false for other texts.
    @MainActor
    func showLabeled(in node: ViewNode) -> Bool {
        guard let label = commonLabel else { return false }
        let environment = node.environment
        // A label of the view replaces that of the text.
        if environment.pendingTraits.label == nil { node.environment.pendingTraits.label = label.string(in: environment) }
        show(styled { $0.label = nil }.content(in: environment), in: node)
        // Restored, so that the next update compares the environment of the view above.
        node.environment = environment
        return true
    }
}
