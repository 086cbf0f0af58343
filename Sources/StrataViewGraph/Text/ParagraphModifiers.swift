public import Foundation

/// The side at which the lines of a text begin.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
    case leading, center, trailing
}

extension Text {
    /// A change of all letters.
    public enum Case: Hashable, Sendable {
        case uppercase, lowercase
    }
}

/// The ability of text to be selected.
public protocol TextSelectability: Sendable {
    /// Whether text can be selected.
    static var allowsSelection: Bool { get }
}

/// The ability of text to be selected.
public struct EnabledTextSelectability: TextSelectability {
    /// True.
    public static var allowsSelection: Bool { true }
}

/// The inability of text to be selected.
public struct DisabledTextSelectability: TextSelectability {
    /// False.
    public static var allowsSelection: Bool { false }
}

extension TextSelectability where Self == EnabledTextSelectability {
    /// Text that can be selected.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    /// Text that cannot be selected.
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

extension EnvironmentValues {
    /// The number of lines after which text is truncated; nil for no limit.
    public var lineLimit: Int? {
        get { textStyle.lineLimit }
        set { textStyle.lineLimit = newValue }
    }

    /// The side at which the lines of text begin.
    public var multilineTextAlignment: TextAlignment {
        get { textStyle.alignment }
        set { textStyle.alignment = newValue }
    }

    /// Space between lines, in addition to the font's, in points.
    public var lineSpacing: CGFloat {
        get { textStyle.lineSpacing }
        set { textStyle.lineSpacing = newValue }
    }

    /// The smallest factor by which the font shrinks before text is truncated.
    public var minimumScaleFactor: CGFloat {
        get { textStyle.minimumScale }
        set { textStyle.minimumScale = newValue }
    }

    /// A change of all letters; nil for none.
    public var textCase: Text.Case? {
        get { textStyle.letterCase }
        set { textStyle.letterCase = newValue }
    }
}

extension View {
    /// Sets the side at which the lines of text begin.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        changingText { $0.alignment = alignment }
    }

    /// Truncates text with an ellipsis after a number of lines; nil for no limit.
    public func lineLimit(_ number: Int?) -> some View { limitingLines(to: number, reserved: nil) }

    /// Sets the smallest number of lines whose height text takes.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { limitingLines(to: nil, reserved: limit.lowerBound) }

    /// Truncates text with an ellipsis after a number of lines.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { limitingLines(to: limit.upperBound, reserved: nil) }

    /// Sets the smallest and the largest number of lines.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        limitingLines(to: limit.upperBound, reserved: limit.lowerBound)
    }

    /// Truncates text with an ellipsis after a number of lines.
    ///
    /// - Parameter reservesSpace: Whether the text takes the height of all lines even if it has
    ///   fewer.
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        limitingLines(to: limit, reserved: reservesSpace ? limit : nil)
    }

    private func limitingLines(to limit: Int?, reserved: Int?) -> some View {
        changingText {
            // A text shows at least one line.
            $0.lineLimit = limit.map { max($0, 1) }
            $0.reservedLines = reserved
        }
    }

    /// Adds space between the lines of text, in points.
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { changingText { $0.lineSpacing = max(lineSpacing, 0) } }

    /// Lets the font shrink to a factor of its size before text is truncated.
    public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        changingText { $0.minimumScale = min(max(factor, 0.05), 1) }
    }

    /// Shows text in capital or in small letters; nil for the letters that it has.
    public func textCase(_ textCase: Text.Case?) -> some View { changingText { $0.letterCase = textCase } }

    /// Sets whether the user can select text.
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        changingText { $0.isSelectable = S.allowsSelection }
    }
}
