/// More about a view, for assistive technology.
public enum AXCustomContent {
    /// The importance of a piece of custom content.
    public enum Importance: UInt, Hashable, Sendable {
        /// Read after everything else about the view.
        case `default`
        /// Read before other custom content.
        case high
    }
}

/// The identity and the label of a piece of custom content.
///
///     extension AccessibilityCustomContentKey {
///         static let depth = AccessibilityCustomContentKey("Depth")
///     }
public struct AccessibilityCustomContentKey: Equatable, Sendable {
    fileprivate let id: String
    fileprivate let label: Text

    /// Creates a key with a label and an identity.
    public init(_ label: Text, id: String) {
        self.label = label
        self.id = id
    }

    /// Creates a key with a localized label and an identity.
    public init(_ labelKey: LocalizedStringKey, id: String) { self.init(Text(labelKey), id: id) }

    /// Creates a key with a localized label, whose identity is the key of the label.
    public init(_ labelKey: LocalizedStringKey) { self.init(Text(labelKey), id: labelKey.key) }
}

/// A piece of custom content, as hosts present it.
package struct AccessibilityCustomContent: Hashable, Sendable {
    let id: String
    package let label: String
    /// The value; nil to remove the content with the same identity from the view inside.
    package let value: String?
    package let isImportant: Bool
}

extension AccessibilityProperties {
    /// The custom content as sentences, the important ones first.
    package var customDescriptions: [String] {
        (customContent.filter(\.isImportant) + customContent.filter { !$0.isImportant })
            .compactMap { content in content.value.map { "\(content.label): \($0)" } }
    }
}

extension View {
    /// Adds a piece of custom content for assistive technology, in place of one with the same key that
    /// the view has already. Nil removes that one.
    public func accessibilityCustomContent(
        _ key: AccessibilityCustomContentKey, _ value: Text?, importance: AXCustomContent.Importance = .default
    ) -> some View {
        trait { traits in
            // That of an outer modifier replaces those inside with the same key.
            guard !traits.accessibility.customContent.contains(where: { $0.id == key.id }) else { return }
            let content = AccessibilityCustomContent(
                id: key.id, label: key.label.string, value: value?.string, isImportant: importance == .high)
            traits.accessibility.customContent.insert(content, at: 0)
        }
    }

    /// Adds a piece of custom content, with a localized value, for assistive technology.
    public func accessibilityCustomContent(
        _ key: AccessibilityCustomContentKey, _ valueKey: LocalizedStringKey,
        importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(key, Text(valueKey), importance: importance)
    }

    /// Adds a piece of custom content, with a string as its value, for assistive technology.
    @_disfavoredOverload
    public func accessibilityCustomContent<V: StringProtocol>(
        _ key: AccessibilityCustomContentKey, _ value: V, importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(key, Text(value), importance: importance)
    }

    /// Adds a piece of custom content, with a label of its own, for assistive technology.
    public func accessibilityCustomContent(
        _ label: Text, _ value: Text, importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(AccessibilityCustomContentKey(label, id: label.string), value, importance: importance)
    }

    /// Adds a piece of custom content, with a localized label of its own, for assistive technology.
    public func accessibilityCustomContent(
        _ labelKey: LocalizedStringKey, _ value: Text, importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(AccessibilityCustomContentKey(labelKey), value, importance: importance)
    }

    /// Adds a piece of custom content, with a localized label and value, for assistive technology.
    public func accessibilityCustomContent(
        _ labelKey: LocalizedStringKey, _ valueKey: LocalizedStringKey, importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(labelKey, Text(valueKey), importance: importance)
    }

    /// Adds a piece of custom content, with a localized label and a string as its value, for
    /// assistive technology.
    @_disfavoredOverload
    public func accessibilityCustomContent<V: StringProtocol>(
        _ labelKey: LocalizedStringKey, _ value: V, importance: AXCustomContent.Importance = .default
    ) -> some View {
        accessibilityCustomContent(labelKey, Text(value), importance: importance)
    }
}
