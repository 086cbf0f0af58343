import Foundation

/// A part of a ``Text``: the source of its words, and the style that the text's modifiers have set.
///
/// # From a text to its content
///
/// A `Text` has no language: its segments keep keys, dates, and values with formats. A node
/// resolves them in its environment in four steps:
///
/// 1. Each segment makes runs (`TextContent.Run`) in the language, calendar and time zone of the
///    environment. Markdown in a translation makes several runs. Relative dates and timers stay
///    values, because the host keeps them current.
/// 2. Adjacent strings of equal style are joined.
/// 3. A style that all runs share becomes that of the whole text (`hoistingCommonStyle`). So most
///    texts are one element without elements inside.
/// 4. If the text is redacted, its words are replaced.
///
/// A run's style (`TextRunStyle`) has only the properties that modifiers of the text itself set.
/// The others are those of the environment's `TextStyle`, which modifiers of views set.
struct TextSegment: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case verbatim(String)
        /// A key, the name of its table (nil for `Localizable`), and the folder of resources with
        /// the translations (nil for the app's).
        indirect case localized(LocalizedStringKey, table: String?, directory: URL?)
        case date(Date, Text.DateStyle)
        /// The interval between two dates.
        case dates(Date, Date)
        indirect case timer(TimerContent)
        indirect case formatted(FormattedValue)
        indirect case image(Image)
    }

    var source: Source
    /// The style; nil for one that sets nothing.
    private var boxedStyle: Boxed<TextRunStyle>?

    init(source: Source, style: TextRunStyle = TextRunStyle()) {
        self.source = source
        self.style = style
    }

    init(source: Source) { self.source = source }

    var style: TextRunStyle {
        get { boxedStyle?.value ?? Self.plain }
        set { boxedStyle = newValue == Self.plain ? nil : Boxed(newValue) }
    }

    /// Whether the segment has no style of its own.
    var isPlain: Bool { boxedStyle == nil }

    private static let plain = TextRunStyle()

    /// Returns the runs of the segment in an environment.
    func runs(in environment: EnvironmentValues) -> [TextContent.Run] {
        switch source {
        case .verbatim(let string) where boxedStyle == nil: [.string(string)]
        case .verbatim(let string): [.string(string)].styled(style, in: environment)
        case .localized(let key, let table, let directory):
            key.runs(in: environment, table: table, directory: directory).map { $0.inheriting(style.resolved(in: environment)) }
        case .date(let date, let style): [.date(date, style: style, in: environment)].styled(self.style, in: environment)
        case .dates(let start, let end):
            [.string(environment.intervalFormat.format(start..<max(start, end)))].styled(style, in: environment)
        case .timer(let timer): [.timer(timer)].styled(style, in: environment)
        case .formatted(let value): [.string(value.string(in: environment))].styled(style, in: environment)
        case .image(let image):
            [.image(image.content(in: environment, within: style.resolved(in: environment)))].styled(style, in: environment)
        }
    }
}

extension EnvironmentValues {
    /// The format of an interval of dates: the times, with the dates if they are on several days.
    fileprivate var intervalFormat: Date.IntervalFormatStyle {
        Date.IntervalFormatStyle(date: nil, time: .shortened, locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

extension [TextContent.Run] {
    /// Returns the runs with a style, and unchanged if the style sets nothing.
    fileprivate func styled(_ style: TextRunStyle, in environment: EnvironmentValues) -> [TextContent.Run] {
        style == TextRunStyle() ? self : map { .styled($0, style.resolved(in: environment)) }
    }
}

/// A value and its format, which is applied when a text is updated in the language of its
/// environment.
// Safe to share: the value and the format are only read, when a text is updated or compared.
struct FormattedValue: Equatable, @unchecked Sendable {
    private let input: any Equatable
    private let format: (EnvironmentValues) -> String
    private let isEqual: (any Equatable) -> Bool
    private let style: AnyHashable

    init<F: FormatStyle>(input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.input = input
        style = AnyHashable(format)
        self.format = { environment in format.localized(in: environment).format(input) }
        isEqual = { $0 as? F.FormatInput == input }
    }

    /// Creates the text of a value with a formatter that follows the process.
    ///
    /// - Parameter text: The text in the language of the process.
    init(input: Any, formatter: Formatter, text: String) {
        self.input = text
        style = AnyHashable(ObjectIdentifier(formatter))
        // The app may change the formatter, or use it on another thread.
        let own = formatter.copy() as? Formatter ?? formatter
        format = { environment in own.localized(in: environment).text(for: input) ?? text }
        isEqual = { $0 as? String == text }
    }

    /// Returns the text of the value in the language of an environment.
    func string(in environment: EnvironmentValues) -> String { format(environment) }

    static func == (lhs: FormattedValue, rhs: FormattedValue) -> Bool { lhs.style == rhs.style && lhs.isEqual(rhs.input) }
}

extension TextSegment.Source {
    /// Returns a value with a formatter: in the language of the user, if the app has not set a locale
    /// or a time zone, and otherwise as the formatter writes it.
    ///
    /// - Parameter description: The text of a value that the formatter does not format.
    static func value(_ value: Any, formatter: Formatter, or description: String) -> TextSegment.Source {
        let text = formatter.text(for: value) ?? description
        guard formatter.followsProcess else { return .verbatim(text) }
        return .formatted(FormattedValue(input: value, formatter: formatter, text: text))
    }
}
