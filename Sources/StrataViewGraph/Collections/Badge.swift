import Foundation

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
            if let text { BadgeText(text: text) }
        }
    }
}

/// The text of a badge, with the look of its prominence.
private struct BadgeText: View {
    let text: Text
    @Environment(\.badgeProminence) private var prominence

    var body: some View {
        switch prominence.level {
        case .decreased: text.foregroundStyle(.tertiary)
        case .standard: text.foregroundStyle(.secondary)
        case .increased: text.foregroundStyle(.white).padding(.horizontal, 7).background(Self.urgent, in: .capsule)
        }
    }

    /// A red on which white text is legible, in light and dark appearance.
    private static let urgent = Color(red: 0.84, green: 0, blue: 0.08)
}

/// The prominence of badges, for `badgeProminence(_:)`.
public struct BadgeProminence: Hashable, Sendable {
    fileprivate enum Level {
        case decreased, standard, increased
    }

    fileprivate let level: Level

    /// Text in a fainter color than the standard one, such as for the number of all messages.
    public static let decreased = BadgeProminence(level: .decreased)
    /// Text in the secondary color.
    public static let standard = BadgeProminence(level: .standard)
    /// Text on a red background, such as for a number of urgent messages.
    public static let increased = BadgeProminence(level: .increased)
}

private struct BadgeProminenceKey: EnvironmentKey {
    static var defaultValue: BadgeProminence { .standard }
}

extension EnvironmentValues {
    /// The prominence of the badges of rows.
    public var badgeProminence: BadgeProminence {
        get { self[BadgeProminenceKey.self] }
        set { self[BadgeProminenceKey.self] = newValue }
    }
}

extension View {
    /// Sets the prominence of the badges of rows.
    public func badgeProminence(_ prominence: BadgeProminence) -> some View {
        changingEnvironment { $0.badgeProminence = prominence }
    }

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
