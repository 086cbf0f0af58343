public import Foundation

/// A piece of read-only text.
public struct Text: BuiltInView {
    /// How a date is written.
    public enum DateStyle: Hashable, Sendable {
        /// The distance from now, kept current by the host: "2 min, 5 sec".
        case relative
        /// Day, month and year.
        case date
        /// Hours and minutes.
        case time
    }

    nonisolated let runs: [TextContent.Run]

    private init(runs: [TextContent.Run]) { self.runs = runs }

    /// Shows a string as it stands.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) { runs = [.string(String(content))] }
    public init(verbatim content: String) { runs = [.string(content)] }

    /// Shows a string literal with its interpolated values formatted for the current locale.
    public init(_ key: LocalizedStringKey) { runs = key.runs }
    public init(_ date: Date, style: DateStyle) { runs = [.date(date, style: style)] }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        runs = [.string(format.format(input))]
    }

    public static func + (lhs: Text, rhs: Text) -> Text { Text(runs: lhs.runs + rhs.runs) }

    public static var _listShape: ListShape { .row }

    public func _update(_ node: ViewNode) {
        node.show(.text(TextContent(runs: runs, style: node.environment.inherited.text)))
    }

    /// The text in words, for labels and titles.
    package var string: String { runs.words }
}

extension [TextContent.Run] {
    /// What the runs say at this moment.
    var words: String {
        map { run in
            switch run {
            case .string(let string): string
            case .date(let date, let style): style.string(for: date, now: Date())
            }
        }.joined()
    }
}

/// A string literal in a user interface, whose interpolated values are formatted for people: `"\(count) earthquakes"` shows "4,711
/// earthquakes". Tables of translations are not looked up.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Hashable, Sendable {
    package var runs: [TextContent.Run]

    public init(_ value: String) { runs = [.string(value)] }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var runs: [TextContent.Run] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) { append(literal) }
        public mutating func appendInterpolation(_ string: String) { append(string) }
        public mutating func appendInterpolation<S: StringProtocol>(_ string: S) { append(String(string)) }
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N) { append(number.formatted()) }
        /// As C's `%lf`, which is what Apple's does: six decimals. Use a `specifier` or a `format` for others.
        public mutating func appendInterpolation(_ number: Double) { append(String(format: "%lf", number)) }
        public mutating func appendInterpolation(_ number: Float) { appendInterpolation(Double(number)) }
        public mutating func appendInterpolation(_ number: Int, specifier: String) {
            append(String(format: specifier, number))
        }
        public mutating func appendInterpolation(_ number: Double, specifier: String) {
            append(String(format: specifier, number))
        }
        public mutating func appendInterpolation(_ number: Float, specifier: String) {
            append(String(format: specifier, Double(number)))
        }
        public mutating func appendInterpolation(_ text: Text) { runs += text.runs }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) { runs.append(.date(date, style: style)) }

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

    /// The literal in words, for labels and titles.
    package var string: String { runs.words }
}

extension Text.DateStyle {
    /// The date in words. Relative dates use the two largest units, as Apple's do: "2 hr, 23 min".
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

    /// Names and lengths in seconds; a year is 365 days, a month 30, so that the last days of a year count to its eleventh month. The
    /// browser's script has the same table.
    private static let units = [("yr", 31_536_000), ("mo", 2_592_000), ("day", 86_400), ("hr", 3600), ("min", 60), ("sec", 1)]
}
