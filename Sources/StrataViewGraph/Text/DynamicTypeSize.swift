/// A size of text that the user prefers.
public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether the size is one of those for users who need large text.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    /// Orders sizes from small to large.
    public static func < (lhs: DynamicTypeSize, rhs: DynamicTypeSize) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The factor by which fonts are larger than in the standard size.
    package var factor: Double {
        switch self {
        case .xSmall: 0.82
        case .small: 0.88
        case .medium: 0.94
        case .large: 1
        case .xLarge: 1.12
        case .xxLarge: 1.24
        case .xxxLarge: 1.35
        case .accessibility1: 1.65
        case .accessibility2: 1.94
        case .accessibility3: 2.35
        case .accessibility4: 2.76
        case .accessibility5: 3.12
        }
    }
}

extension EnvironmentValues {
    /// The size of text. A browser's own zoom comes in addition.
    public var dynamicTypeSize: DynamicTypeSize {
        get { textStyle.typeSize }
        set { textStyle.typeSize = newValue }
    }
}

extension View {
    /// Sets the size of text.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { changingText { $0.typeSize = size } }

    /// Limits the size of text to a range.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let allowed = DynamicTypeSize.allCases.filter(range.contains)
        return changingText { style in
            guard let first = allowed.first, let last = allowed.last else { return }
            style.typeSize = min(max(style.typeSize, first), last)
        }
    }
}
