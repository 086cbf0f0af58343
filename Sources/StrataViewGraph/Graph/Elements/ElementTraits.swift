/// Identifiers and descriptions that modifiers give an element, independent of its content.
package struct ElementTraits: Hashable, Sendable {
    package var identifier: String?
    package var label: String?
    package var help: String?
    package var layout = LayoutTraits()
    /// The ID of the element whose text names this one.
    package var labelledBy: Int?
    /// Whether the keyboard's focus can move to the element, where a modifier says so.
    package var isFocusable: Bool?
    /// Whether the element shall have the focus, where a state is connected with it.
    package var isFocused: Bool?

    package init() {}
}

/// Traits for the next element below; the first node with an element ends them.
private struct PendingTraitsKey: EnvironmentKey {
    static var defaultValue: ElementTraits { ElementTraits() }
}

extension EnvironmentValues {
    /// The traits that modifiers have set for the next element.
    var pendingTraits: ElementTraits {
        get { self[PendingTraitsKey.self] }
        set { self[PendingTraitsKey.self] = newValue }
    }
}

extension View {
    /// Names the element for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View { trait { $0.identifier = identifier } }

    /// Describes the element for users who do not see it.
    public func accessibilityLabel(_ label: Text) -> some View { trait { $0.label = label.string } }

    /// Describes the element, with a string, for users who do not see it.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    /// Describes the element, with a localized string, for users who do not see it.
    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { accessibilityLabel(Text(label)) }

    /// Describes what the element does, in a tooltip.
    public func help(_ text: Text) -> some View { trait { $0.help = text.string } }

    /// Describes what the element does, with a localized string, in a tooltip.
    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }

    private func trait(_ change: @escaping (inout ElementTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits) }
    }
}
