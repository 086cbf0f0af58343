/// A size of text.
public enum DynamicTypeSize: Int, Hashable, Comparable, CaseIterable, Sendable {
    /// The smallest size.
    case xSmall
    /// A small size.
    case small
    /// A size just below the standard size.
    case medium
    /// The standard size.
    case large
    /// A size just above the standard size.
    case xLarge
    /// A size between `xLarge` and `xxxLarge`.
    case xxLarge
    /// The largest size that is not an accessibility size.
    case xxxLarge
    /// The smallest accessibility size.
    case accessibility1
    /// The second accessibility size.
    case accessibility2
    /// The third accessibility size.
    case accessibility3
    /// The fourth accessibility size.
    case accessibility4
    /// The largest accessibility size.
    case accessibility5

    /// Creates the size whose ratio to the standard size is closest to a number.
    init(closestTo factor: Double) {
        self = Self.allCases.min { abs($0.factor - factor) < abs($1.factor - factor) } ?? .large
    }

    /// Whether the size is one of those for users who need large text.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    /// Orders sizes from small to large.
    public static func < (lhs: DynamicTypeSize, rhs: DynamicTypeSize) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The ratio of font sizes to those in the standard size.
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
    /// The size of text: at first the one that is closest to the text size of the user's browser.
    /// The zoom of a browser applies in addition.
    public var dynamicTypeSize: DynamicTypeSize {
        get { textStyle.typeSize }
        set { textStyle.typeSize = newValue }
    }
}

extension View {
    /// Sets the size of text.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { changingText { $0.typeSize = size } }

    /// Limits the size of text to a range. A range without sizes has no effect.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let allowed = DynamicTypeSize.allCases.filter(range.contains)
        return changingText { style in
            guard let first = allowed.first, let last = allowed.last else { return }
            style.typeSize = min(max(style.typeSize, first), last)
        }
    }
}
