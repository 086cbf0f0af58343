/// Shows text at the end of a row or on a tab; has no effect elsewhere.
struct BadgeModifier: BuiltInModifier {
    let text: Text?

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if node.environment.tabModel != nil {
            var environment = node.environment
            environment.tabBadge = text?.string
            return node.updateChild(0, content, environment: environment)
        }
        guard node.environment.isListContent || node.environment.isRowContent else { return node.updateChild(0, content) }
        node.updateChild(0, BadgedRow(content: content, text: text), environment: node.environment)
    }
}

/// The content of a row, with a badge at its end.
private struct BadgedRow<Content: View>: View {
    let content: Content
    let text: Text?

    var body: some View {
        HStack {
            content
            Spacer()
            if let text { text.foregroundStyle(.secondary) }
        }
    }
}

extension View {
    /// Shows a count at the end of a row, or on the tab of the view; 0 shows no badge.
    public func badge(_ count: Int) -> some View { modified(BadgeModifier(text: count == 0 ? nil : Text("\(count)"))) }

    /// Shows text at the end of a row, or on the tab of the view; nil shows no badge.
    public func badge(_ label: Text?) -> some View { modified(BadgeModifier(text: label)) }

    /// Shows a localized string at the end of a row, or on the tab of the view; nil shows no badge.
    public func badge(_ key: LocalizedStringKey?) -> some View { badge(key.map { Text($0) }) }

    /// Shows a string at the end of a row, or on the tab of the view; nil shows no badge.
    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View { badge(label.map { Text($0) }) }
}
