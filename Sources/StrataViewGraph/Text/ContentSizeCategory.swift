/// A size of text; the older form of ``DynamicTypeSize``.
public enum ContentSizeCategory: Hashable, CaseIterable, Comparable, Sendable {
    /// The smallest size.
    case extraSmall
    /// A small size.
    case small
    /// A size just below the standard size.
    case medium
    /// The standard size.
    case large
    /// A size just above the standard size.
    case extraLarge
    /// A size between `extraLarge` and `extraExtraExtraLarge`.
    case extraExtraLarge
    /// The largest size that is not an accessibility size.
    case extraExtraExtraLarge
    /// The smallest accessibility size.
    case accessibilityMedium
    /// The second accessibility size.
    case accessibilityLarge
    /// The third accessibility size.
    case accessibilityExtraLarge
    /// The fourth accessibility size.
    case accessibilityExtraExtraLarge
    /// The largest accessibility size.
    case accessibilityExtraExtraExtraLarge

    /// Creates the category of a size.
    public init?(_ size: DynamicTypeSize) { self = Self.allCases[size.rawValue] }

    /// Whether the size is one of those for users who need large text.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    /// The size of the category. Both types have the same cases, in the same order.
    fileprivate var size: DynamicTypeSize { DynamicTypeSize(self) ?? .large }
}

extension DynamicTypeSize {
    /// Creates the size of a category.
    public init?(_ category: ContentSizeCategory) {
        guard let index = ContentSizeCategory.allCases.firstIndex(of: category) else { return nil }
        self.init(rawValue: index)
    }
}

extension EnvironmentValues {
    /// The size of text. New code uses `dynamicTypeSize`.
    public var sizeCategory: ContentSizeCategory {
        get { ContentSizeCategory(dynamicTypeSize) ?? .large }
        set { dynamicTypeSize = newValue.size }
    }
}
