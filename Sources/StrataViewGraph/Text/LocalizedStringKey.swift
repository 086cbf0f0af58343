public import Foundation
import Synchronization

/// A key to the app's translations, usually a string literal, with the values of its
/// interpolations.
///
///     Text("\(count) earthquakes")
///
/// has the key "%lld earthquakes". If the app has no translation for it, the key itself is shown,
/// with its values in the user's language: "4,711 earthquakes". Markdown in the key or its
/// translation sets the style of the text. Markdown in the values is shown as it is.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// A value of an interpolation.
    enum Argument: Equatable, Sendable {
        case string(String)
        /// An integer, which also selects the plural form of the translation.
        case integer(Int)
        /// An integer beyond `Int`.
        case unsigned(UInt64)
        /// An integer in a C format, which selects no plural form.
        case specified(Int128, specifier: String)
        /// A value in a C format.
        case number(Double, specifier: String)
        case text(Text)
    }

    let key: String
    let arguments: [Argument]

    /// Creates a key from a string.
    public init(_ value: String) {
        key = value
        arguments = []
    }

    /// Creates a key from a literal without interpolations.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a key from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// The translation as a string, for labels and titles: in the language of the view that is
    /// being updated.
    package var string: String { Text(self).string }
}

extension LocalizedStringKey {
    /// A literal with interpolations under construction, by code of the compiler.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var arguments: [Argument] = []

        /// Creates an empty literal with room for literal text. The number of interpolations is
        /// ignored.
        public init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }

        /// Appends literal text.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.contains("%") ? literal.replacing("%", with: "%%") : literal
        }

        /// Appends a string as it is.
        public mutating func appendInterpolation(_ string: String) { append(.string(string), "%@") }

        /// Appends a string as it is.
        public mutating func appendInterpolation<S: StringProtocol>(_ string: S) { append(.string(String(string)), "%@") }

        /// Appends an integer in the format of the user's language: `4711` reads "4,711" in
        /// English. A translation can have a plural form for it. Integers beyond `Int` and `UInt64` are
        /// limited to their range.
        ///
        /// The key has `%lld`, or `%llu` for a type without a sign. For types of at most 32 bits, it has
        /// `%d` or `%u`.
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N) {
            let isShort = MemoryLayout<N>.size <= 4
            append(
                number > Int.max ? .unsigned(UInt64(clamping: number)) : .integer(Int(clamping: number)),
                N.isSigned ? (isShort ? "%d" : "%lld") : (isShort ? "%u" : "%llu"))
        }

        /// Appends a number with six decimals, as C's `%lf` does and as SwiftUI does. Use a
        /// `specifier` or a `format` for other formats.
        public mutating func appendInterpolation(_ number: Double) { appendInterpolation(number, specifier: "%lf") }

        /// Appends a number with six decimals, as C's `%f` does.
        public mutating func appendInterpolation(_ number: Float) { appendInterpolation(number, specifier: "%f") }

        /// Appends a number with six decimals, as C's `%lf` does.
        public mutating func appendInterpolation(_ number: CGFloat) { appendInterpolation(Double(number)) }

        /// Appends an integer in a C format, such as `"%03ld"`. It selects no plural form.
        public mutating func appendInterpolation<N: BinaryInteger>(_ number: N, specifier: String) {
            append(.specified(Int128(clamping: number), specifier: specifier), specifier)
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Double, specifier: String) {
            append(.number(number, specifier: specifier), specifier)
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: Float, specifier: String) {
            append(.number(Double(number), specifier: specifier), specifier)
        }

        /// Appends a number in a C format, such as `"%.1f"`.
        public mutating func appendInterpolation(_ number: CGFloat, specifier: String) {
            append(.number(Double(number), specifier: specifier), specifier)
        }

        /// Appends the parts of a text, with their style.
        public mutating func appendInterpolation(_ text: Text) { append(.text(text), "%@") }

        /// Appends an image, as large as the text.
        public mutating func appendInterpolation(_ image: Image) { append(.text(Text(image)), "%@") }

        /// Appends an attributed string, with its style.
        public mutating func appendInterpolation(_ attributedString: AttributedString) {
            append(.text(Text(attributedString)), "%@")
        }

        /// Appends a date, which the host keeps current in the styles that depend on the time.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            append(.text(Text(date, style: style)), "%@")
        }

        /// Appends a range of dates.
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append(.text(Text(dates)), "%@") }

        /// Appends an interval between dates.
        public mutating func appendInterpolation(_ interval: DateInterval) { append(.text(Text(interval)), "%@") }

        /// Appends a timer, which the host keeps current.
        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            append(
                .text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)),
                "%@")
        }

        /// Appends a value formatted by a format style.
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String {
            append(.text(Text(input, format: format)), "%@")
        }

        /// Appends a value formatted by a formatter; without one, its description.
        public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter? = nil) {
            guard let formatter else { return append(.string("\(subject)"), "%@") }
            append(.text(Text(.value(subject, formatter: formatter, or: "\(subject)"))), "%@")
        }

        /// Appends an object formatted by a formatter; without one, its description.
        public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
            guard let formatter else { return append(.string(subject.description), "%@") }
            append(.text(Text(.value(subject, formatter: formatter, or: subject.description))), "%@")
        }

        private mutating func append(_ argument: Argument, _ specifier: String) {
            key += specifier
            arguments.append(argument)
        }
    }
}

extension LocalizedStringKey {
    /// Returns the runs of the translation, with the values inserted.
    func runs(in environment: EnvironmentValues, table: String?, directory: URL?) -> [TextContent.Run] {
        let format = Localization.format(
            for: key, table: table, directory: directory, locale: environment.locale, arguments: arguments.map(\.integer))
        let spans = arguments.isEmpty ? InlineMarkdown.spans(of: [.text(format)]) : FormatSpans.spans(of: format)
        return spans.flatMap { span -> [TextContent.Run] in
            let runs: [TextContent.Run] =
                switch span.token {
                case .text(let text): [.string(agreeing(text, with: span.agreement, in: environment))]
                case .argument(let index, let format) where arguments.indices.contains(index):
                    arguments[index].runs(as: format, in: environment)
                case .argument: []
                }
            var style = span.style
            if let link = span.link { style.link = url(of: link, in: environment) }
            return runs.map { $0.inheriting(style) }
        }
    }

    /// Returns a word, in the plural if the value with which it agrees requires that. Only English
    /// words are inflected.
    private func agreeing(_ word: String, with agreement: Int?, in environment: EnvironmentValues) -> String {
        guard let agreement, arguments.indices.contains(agreement), let number = arguments[agreement].integer,
            environment.locale.language.languageCode?.identifier == "en",
            PluralRules.category(of: number, language: "en") != "one"
        else { return word }
        return EnglishNouns.plural(of: word)
    }

    /// Returns the address of a link, with the values inserted; nil if it is not a URL.
    private func url(of tokens: [FormatString.Token], in environment: EnvironmentValues) -> URL? {
        URL(string: string(of: tokens, in: environment))
    }

    /// Returns the text of a format, with the values inserted.
    func string(of tokens: [FormatString.Token], in environment: EnvironmentValues) -> String {
        tokens.map { token in
            switch token {
            case .text(let text): text
            case .argument(let index, let format) where arguments.indices.contains(index):
                arguments[index].runs(as: format, in: environment).words
            case .argument: ""
            }
        }.joined()
    }
}

/// The parts of formats that have been parsed. An app has as many formats as it has literals, and
/// each is used for every row of a list.
private enum FormatSpans {
    private static let known = Mutex<[String: [InlineMarkdown.Span]]>([:])
    /// The largest number of formats that are kept. A key may be made of data, too.
    private static let mostKnown = 1_000

    static func spans(of format: String) -> [InlineMarkdown.Span] {
        if let spans = known.withLock({ $0[format] }) { return spans }
        let spans = InlineMarkdown.spans(of: FormatString.tokens(of: format))
        known.withLock { known in
            if known.count >= mostKnown { known = [:] }
            known[format] = spans
        }
        return spans
    }
}

extension LocalizedStringKey.Argument {
    /// The value as an integer, which selects a plural form; nil for other values.
    var integer: Int? {
        switch self {
        case .integer(let integer): integer
        // Plural forms depend on the last six digits at most, and differ for small numbers.
        case .unsigned(let integer): Int(integer % 1_000_000) + 1_000_000
        default: nil
        }
    }

    /// Returns the runs of the value.
    ///
    /// - Parameter format: The format in the key or the translation. It is ignored if it is for
    ///   another type of value.
    fileprivate func runs(as format: ValueFormat, in environment: EnvironmentValues) -> [TextContent.Run] {
        switch self {
        case .string(let string): [.string(string)]
        case .integer(let integer): [.string(Self.string(integer, as: format, locale: environment.locale))]
        case .unsigned(let integer): [.string(Self.string(integer, as: format, locale: environment.locale))]
        case .specified(let integer, let specifier):
            [.string(CFormat.string(format.ofIntegers ?? specifier, integer: integer))]
        case .number(let number, let specifier):
            [.string(CFormat.string(format.ofNumbers ?? specifier, number: number, locale: environment.locale))]
        case .text(let text): text.runs(in: environment)
        }
    }

    private static func string<N: BinaryInteger>(_ integer: N, as format: ValueFormat, locale: Locale) -> String {
        guard case .integer(let specifier) = format else { return IntegerFormatStyle<N>(locale: locale).format(integer) }
        return CFormat.string(specifier, integer: integer)
    }
}
