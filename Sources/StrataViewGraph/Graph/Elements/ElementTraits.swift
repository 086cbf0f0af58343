/// Descriptions and reactions that modifiers give an element, independent of its content.
package struct ElementTraits: Hashable, Sendable {
    package var identifier: String?
    package var help: String?
    package var layout = LayoutTraits()
    /// The ID of the element whose text names this one.
    package var labelledBy: Int?
    /// Whether the keyboard's focus can move to the element, where a modifier says so.
    package var isFocusable: Bool?
    /// Whether the element shall have the focus, where a state is connected with it.
    package var isFocused: Bool?
    /// The appearance of the element, where it differs from its window's.
    package internal(set) var colorScheme: ColorScheme?
    private var boxedAccessibility: Boxed<AccessibilityProperties>?
    private var boxedInteraction: Boxed<InteractionProperties>?

    package init() {}

    /// The label for users who do not see the element.
    package var label: String? {
        get { accessibility.label }
        set { accessibility.label = newValue }
    }

    /// The meaning of the element to assistive technology.
    package var accessibility: AccessibilityProperties {
        get { boxedAccessibility?.value ?? AccessibilityProperties() }
        set { boxedAccessibility = newValue == AccessibilityProperties() ? nil : Boxed(newValue) }
    }

    /// The gestures and keys to which the element reacts.
    package var interaction: InteractionProperties {
        get { boxedInteraction?.value ?? InteractionProperties() }
        set { boxedInteraction = newValue == InteractionProperties() ? nil : Boxed(newValue) }
    }
}

/// A value on the heap, for the properties that few elements have.
private final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (lhs: Boxed, rhs: Boxed) -> Bool { lhs === rhs || lhs.value == rhs.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
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

    /// Ends what applies to the next element only.
    mutating func endPendingTraits() {
        pendingTraits = ElementTraits()
        // A value that is set costs a comparison in each node below.
        if !pendingHandlers.isEmpty { pendingHandlers = PendingHandlers() }
    }
}

extension View {
    /// Describes what the element does, in a tooltip.
    public func help(_ text: Text) -> some View { trait { $0.help = text.string } }

    /// Describes what the element does, with a localized string, in a tooltip.
    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }

    /// Describes what the element does, with a string, in a tooltip.
    @_disfavoredOverload
    public func help<S: StringProtocol>(_ text: S) -> some View { help(Text(text)) }

    /// Changes the traits of the next element.
    func trait(_ change: @escaping (inout ElementTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits) }
    }
}
