public import Foundation

/// A piece of read-only text.
public struct Text: BuiltInView {
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
        node.show(.text(TextContent(runs: runs, style: node.environment.inherited.text)))
    }

    /// The text as a string, for labels and titles.
    package var string: String { runs.words }
}

extension [TextContent.Run] {
    /// The runs as a string, with dates as they read now.
    var words: String {
        map { run in
            switch run {
            case .string(let string): string
            case .date(let date, let style): style.string(for: date, now: Date())
            }
        }.joined()
    }
}

/// A string literal of a user interface, whose interpolated values are formatted for people:
/// `"\(count) earthquakes"` shows "4,711 earthquakes". There are no translation tables.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Hashable, Sendable {
    package var runs: [TextContent.Run]

    /// Creates a key from a string.
    public init(_ value: String) { runs = [.string(value)] }

    /// Creates a key from a literal without interpolations.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a key from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

    /// The literal while the compiler's code puts it together.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var runs: [TextContent.Run] = []

        /// Creates an empty literal; the capacities are ignored.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) { append(literal) }

        /// Appends a string as it is.
        public mutating func appendInterpolation(_ string: String) { append(string) }

        /// Appends a string as it is.
        public mutating func appendInterpolation<S: StringProtocol>(_ string: S) { append(String(string)) }

        /// Appends an integer in the current locale's format: `4711` reads "4,711".
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N) { append(number.formatted()) }

        /// Appends a number with six decimals, as C's `%lf` does and as Apple does. Use a
        /// `specifier` or a `format` for other formats.
        public mutating func appendInterpolation(_ number: Double) { append(String(format: "%lf", number)) }

        /// Appends a number with six decimals, as C's `%lf` does.
        public mutating func appendInterpolation(_ number: Float) { appendInterpolation(Double(number)) }

        /// Appends an integer in a C format, such as `"%03ld"`.
        public mutating func appendInterpolation(_ number: Int, specifier: String) {
            append(String(format: specifier, number))
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Double, specifier: String) {
            append(String(format: specifier, number))
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Float, specifier: String) {
            append(String(format: specifier, Double(number)))
        }

        /// Appends the parts of a text.
        public mutating func appendInterpolation(_ text: Text) { runs += text.runs }

        /// Appends a date; a relative one stays current.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { runs.append(.date(date, style: style)) }

        /// Appends a value formatted by a format style.
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String {
            append(format.format(input))
        }

        private mutating func append(_ string: String) {
            guard !string.isEmpty else { return }
            if case .string(let last)? = runs.last {
                runs[runs.count - 1] = .string(last + string)
            } else {
                runs.append(.string(string))
            }
        }
    }

    /// The literal as a string, for labels and titles.
    package var string: String { runs.words }
}

extension Text.DateStyle {
    /// Returns the date as a string. Relative dates use their two largest units, as Apple's do: "2
    /// hr, 23 min".
    package func string(for date: Date, now: Date) -> String {
        switch self {
        case .date: return date.formatted(date: .long, time: .omitted)
        case .time: return date.formatted(date: .omitted, time: .shortened)
        case .relative:
            let seconds = abs(now.timeIntervalSince(date)).rounded(.down)
            var rest = Int(exactly: seconds) ?? .max
            var parts: [String] = []
            for (name, length) in Self.units where parts.count < 2 {
                let count = name == "mo" ? min(rest / length, 11) : rest / length
                if count > 0 || (length == 1 && parts.isEmpty) {
                    parts.append("\(count) \(name)")
                } else if !parts.isEmpty {
                    break
                }
                rest -= count * length
            }
            return parts.joined(separator: ", ")
        }
    }

    /// Units and their lengths in seconds. A year has 365 days and a month 30, so the last days of
    /// a year belong to its eleventh month. `strata.js` has the same table.
    private static let units = [("yr", 31_536_000), ("mo", 2_592_000), ("day", 86_400), ("hr", 3600), ("min", 60), ("sec", 1)]
}
