import Foundation

/// The direction in which lines are read.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight, rightToLeft
}

private struct LayoutDirectionKey: EnvironmentKey {
    static var defaultValue: LayoutDirection? { nil }
}

extension EnvironmentValues {
    /// The direction in which lines are read: that of the language, unless a view above has set one.
    public var layoutDirection: LayoutDirection {
        get {
            self[LayoutDirectionKey.self] ?? (locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight)
        }
        set { self[LayoutDirectionKey.self] = newValue }
    }
}
