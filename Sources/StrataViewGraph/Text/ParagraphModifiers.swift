public import Foundation

/// The alignment of the lines of a text.
public enum TextAlignment: Hashable, Sendable, CaseIterable {
    /// The lines begin at the same side: left in English, right in Arabic.
    case leading
    /// The lines are centered.
    case center
    /// The lines end at the same side.
    case trailing
}

extension Text {
    /// A conversion of all letters to one case.
    public enum Case: Hashable, Sendable {
        /// All letters are uppercase.
        case uppercase
        /// All letters are lowercase.
        case lowercase
    }
}

/// A type that states whether the user can select text, for `textSelection(_:)`.
public protocol TextSelectability: Sendable {
    /// Whether the user can select text.
    static var allowsSelection: Bool { get }
}

/// A value that lets the user select text.
public struct EnabledTextSelectability: TextSelectability {
    /// True: the user can select text.
    public static var allowsSelection: Bool { true }
}

/// A value that prevents the user from selecting text.
public struct DisabledTextSelectability: TextSelectability {
    /// False: the user cannot select text.
    public static var allowsSelection: Bool { false }
}

extension TextSelectability where Self == EnabledTextSelectability {
    /// The user can select text.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    /// The user cannot select text.
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

extension EnvironmentValues {
    /// The number of lines after which text is truncated; nil for no limit.
    public var lineLimit: Int? {
        get { textStyle.lineLimit }
        set { textStyle.lineLimit = newValue }
    }

    /// The alignment of the lines of text.
    public var multilineTextAlignment: TextAlignment {
        get { textStyle.alignment }
        set { textStyle.alignment = newValue }
    }

    /// The space between lines, in points, in addition to the font's.
    public var lineSpacing: CGFloat {
        get { textStyle.lineSpacing }
        set { textStyle.lineSpacing = newValue }
    }

    /// The smallest factor by which the font shrinks before text is truncated.
    public var minimumScaleFactor: CGFloat {
        get { textStyle.minimumScale }
        set { textStyle.minimumScale = newValue }
    }

    /// The case to which all letters are converted; nil for none.
    public var textCase: Text.Case? {
        get { textStyle.letterCase }
        set {
            textStyle.letterCase = newValue
            textStyle.hasLetterCase = true
        }
    }
}

extension View {
    /// Sets the alignment of the lines of text.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        changingText { $0.alignment = alignment }
    }

    /// Truncates text with an ellipsis after a number of lines; nil for no limit.
    public func lineLimit(_ number: Int?) -> some View { limitingLines(to: number, reserved: nil) }

    /// Sets the number of lines whose height a shorter text takes as well. Removes the limit of
    /// lines.
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { limitingLines(to: nil, reserved: limit.lowerBound) }

    /// Truncates text with an ellipsis after a number of lines.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { limitingLines(to: limit.upperBound, reserved: nil) }

    /// Sets the number of lines whose height a shorter text takes as well, and the number of lines
    /// after which text is truncated.
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View {
        limitingLines(to: limit.upperBound, reserved: limit.lowerBound)
    }

    /// Truncates text with an ellipsis after a number of lines.
    ///
    /// - Parameters:
    ///   - limit: The number of lines.
    ///   - reservesSpace: Whether the text takes the height of all lines even if it has fewer.
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

    /// Sets the space between the lines of text, in points, in addition to the font's.
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { changingText { $0.lineSpacing = max(lineSpacing, 0) } }

    /// Lets the font shrink to a factor of its size, from 0.05 to 1, before text is truncated.
    public func minimumScaleFactor(_ factor: CGFloat) -> some View {
        changingText { $0.minimumScale = min(max(factor, 0.05), 1) }
    }

    /// Converts all letters of text to uppercase or lowercase; nil for neither, even where the host
    /// converts them, as it does in the headers of a list.
    public func textCase(_ textCase: Text.Case?) -> some View {
        changingText {
            $0.letterCase = textCase
            $0.hasLetterCase = true
        }
    }

    /// Sets whether the user can select text.
    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        changingText { $0.isSelectable = S.allowsSelection }
    }
}
