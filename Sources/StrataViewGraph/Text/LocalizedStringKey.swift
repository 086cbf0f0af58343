public import Foundation

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
