import Foundation

/// The direction in which lines are read.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    /// From left to right, as in English.
    case leftToRight
    /// From right to left, as in Arabic.
    case rightToLeft
}

private struct LayoutDirectionKey: EnvironmentKey {
    static var defaultValue: LayoutDirection? { nil }
}

extension EnvironmentValues {
    /// The direction in which lines are read: that of the locale's language, unless a view above
    /// has set another.
    public var layoutDirection: LayoutDirection {
        get {
            self[LayoutDirectionKey.self] ?? (locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight)
        }
        set { self[LayoutDirectionKey.self] = newValue }
    }

    /// The direction that a view has set; nil for that of the locale's language.
    var fixedLayoutDirection: LayoutDirection? { self[LayoutDirectionKey.self] }
}
