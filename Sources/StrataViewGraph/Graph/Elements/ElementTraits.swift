/// The properties that modifiers give an element, independent of its content.
///
/// Most elements have none, so the properties are on the heap, and absent while all of them have
/// their defaults.
package struct ElementTraits: Hashable, Sendable {
    private struct Properties: Hashable, Sendable {
        var identifier: String?
        var help: String?
        var layout = LayoutTraits()
        var labelledBy: Int?
        var isFocusable: Bool?
        var isFocused: Bool?
        var colorScheme: ColorScheme?
        var path: UInt64?
        var layoutDirection: LayoutDirection?
        var accessibility: Boxed<AccessibilityProperties>?
        var interaction: Boxed<InteractionProperties>?
    }

    private static let defaults = Properties()
    private var boxed: Boxed<Properties>?

    package init() {}

    private var properties: Properties {
        get { boxed?.value ?? Self.defaults }
        set { boxed = newValue == Self.defaults ? nil : Boxed(newValue) }
    }

    /// Whether no modifier has set a property.
    package var isEmpty: Bool { boxed == nil }

    /// The identifier by which tests find the element.
    package var identifier: String? {
        get { boxed?.value.identifier }
        set { properties.identifier = newValue }
    }

    /// The text of the element's tooltip.
    package var help: String? {
        get { boxed?.value.help }
        set { properties.help = newValue }
    }

    package var layout: LayoutTraits {
        get { properties.layout }
        set { properties.layout = newValue }
    }

    /// The ID of the element whose text names this one.
    package var labelledBy: Int? {
        get { boxed?.value.labelledBy }
        set { properties.labelledBy = newValue }
    }

    /// Whether the keyboard's focus can move to the element; nil for what its content says.
    package var isFocusable: Bool? {
        get { boxed?.value.isFocusable }
        set { properties.isFocusable = newValue }
    }

    /// Whether the state of a `focused` modifier gives the element the focus; nil without one.
    package var isFocused: Bool? {
        get { boxed?.value.isFocused }
        set { properties.isFocused = newValue }
    }

    /// The color scheme of the element; nil for that of its window.
    package internal(set) var colorScheme: ColorScheme? {
        get { boxed?.value.colorScheme }
        set { properties.colorScheme = newValue }
    }

    /// The path of the element's node, the same in each process, for an element about which a host
    /// keeps something; see `StablePath`.
    package internal(set) var path: UInt64? {
        get { boxed?.value.path }
        set { properties.path = newValue }
    }

    /// The direction in which a view above has set lines to be read; nil for that of the window.
    package internal(set) var layoutDirection: LayoutDirection? {
        get { boxed?.value.layoutDirection }
        set { properties.layoutDirection = newValue }
    }

    /// The name of the element for assistive technology.
    package var label: String? {
        get { boxed?.value.accessibility?.value.label }
        set { accessibility.label = newValue }
    }

    /// The meaning of the element to assistive technology.
    package var accessibility: AccessibilityProperties {
        get { boxed?.value.accessibility?.value ?? AccessibilityProperties() }
        set { properties.accessibility = newValue == AccessibilityProperties() ? nil : Boxed(newValue) }
    }

    /// The gestures and keys to which the element reacts.
    package var interaction: InteractionProperties {
        get { boxed?.value.interaction?.value ?? InteractionProperties() }
        set { properties.interaction = newValue == InteractionProperties() ? nil : Boxed(newValue) }
    }
}

/// A value on the heap, which keeps the values that contain it small, and which equal ones share.
package final class Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package static func == (lhs: Boxed, rhs: Boxed) -> Bool { lhs === rhs || lhs.value == rhs.value }
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
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
        // Each value that is set is compared again in every node below, so set no empty one.
        if !pendingTraits.isEmpty { pendingTraits = ElementTraits() }
        if !pendingHandlers.isEmpty { pendingHandlers = PendingHandlers() }
        if !pendingFocus.isEmpty { pendingFocus = [] }
    }
}

extension View {
    /// Changes the traits of the next element.
    func trait(_ change: @escaping (inout ElementTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits) }
    }
}
