public import Foundation

/// A piece of read-only text.
public struct Text: BuiltInView, Hashable, Sendable {
    /// The format of a date.
    public enum DateStyle: Hashable, Sendable {
        /// The time from or until now, which the host keeps current: "2 min, 5 sec".
        case relative
        /// Day, month and year.
        case date
        /// Hours and minutes.
        case time
    }

    nonisolated let runs: [TextContent.Run]

    private init(runs: [TextContent.Run]) { self.runs = runs }

    /// Shows a string as it is.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { runs = [.string(String(content))] }

    /// Shows a string as it is.
    public init(verbatim content: String) { runs = [.string(content)] }

    /// Shows a string literal, with its interpolated values formatted for the current locale.
    public init(_ key: LocalizedStringKey) { runs = key.runs }

    /// Shows a date.
    public init(_ date: Date, style: DateStyle) { runs = [.date(date, style: style)] }

    /// Shows a value formatted by a format style.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        runs = [.string(format.format(input))]
    }

    /// Joins two texts. The style comes from the modifiers around them.
    public static func + (lhs: Text, rhs: Text) -> Text { Text(runs: lhs.runs + rhs.runs) }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the text in the inherited text style.
    public func _update(_ node: ViewNode) {
        node.show(.text(TextContent(runs: runs, style: node.environment.textStyle)))
    }

    /// The text as a string, for labels and titles.
    package var string: String { runs.words }
}
