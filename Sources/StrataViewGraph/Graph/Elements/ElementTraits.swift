/// The properties that modifiers give an element, independent of its content.
package struct ElementTraits: Hashable, Sendable {
    /// The identifier by which tests find the element.
    package var identifier: String?
    /// The text of the element's tooltip.
    package var help: String?
    package var layout = LayoutTraits()
    /// The ID of the element whose text names this one.
    package var labelledBy: Int?
    /// Whether the keyboard's focus can move to the element; nil for what its content says.
    package var isFocusable: Bool?
    /// Whether the state of a `focused` modifier gives the element the focus; nil without one.
    package var isFocused: Bool?
    /// The color scheme of the element; nil for that of its window.
    package internal(set) var colorScheme: ColorScheme?
    private var boxedAccessibility: Boxed<AccessibilityProperties>?
    private var boxedInteraction: Boxed<InteractionProperties>?

    package init() {}

    /// The name of the element for assistive technology.
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

/// A value on the heap, which keeps ``ElementTraits`` small: few elements have these properties.
private final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (lhs: Boxed, rhs: Boxed) -> Bool { lhs === rhs || lhs.value == rhs.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The key of the traits for the next element below. The first node with an element takes them, and
/// resets them for the nodes inside.
private struct PendingTraitsKey: EnvironmentKey {
    static var defaultValue: ElementTraits { ElementTraits() }
}

extension EnvironmentValues {
    /// The traits that modifiers have set for the next element.
    var pendingTraits: ElementTraits {
        get { self[PendingTraitsKey.self] }
        set { self[PendingTraitsKey.self] = newValue }
    }

    /// Resets the traits and handlers, which apply to the next element only.
    mutating func endPendingTraits() {
        pendingTraits = ElementTraits()
        // Each value that is set is compared again in every node below, so set no empty one.
        if !pendingHandlers.isEmpty { pendingHandlers = PendingHandlers() }
    }
}

extension View {
    /// Changes the traits of the next element.
    func trait(_ change: @escaping (inout ElementTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits) }
    }
}
