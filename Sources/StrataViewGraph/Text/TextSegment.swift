import Foundation

/// A part of a ``Text``: where its words come from, and what the text's own modifiers say of it.
struct TextSegment: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        case verbatim(String)
        /// A key, and the folder of resources with its translations; nil for the app's.
        case localized(LocalizedStringKey, table: String?, directory: URL?)
        case date(Date, Text.DateStyle)
        case dates(Date, Date)
        case timer(TimerContent)
        case formatted(FormattedValue)
        case image(Image)
    }

    var source: Source
    var style = TextRunStyle()

    /// The runs of the segment, in the language of an environment.
    func runs(in environment: EnvironmentValues) -> [TextContent.Run] {
        switch source {
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
    /// The format of an interval of dates.
    fileprivate var intervalFormat: Date.IntervalFormatStyle {
        Date.IntervalFormatStyle(date: .numeric, time: .shortened, locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

extension [TextContent.Run] {
    /// The runs with a style, unless it says nothing.
    fileprivate func styled(_ style: TextRunStyle, in environment: EnvironmentValues) -> [TextContent.Run] {
        style == TextRunStyle() ? self : map { .styled($0, style.resolved(in: environment)) }
    }
}

/// A value and its format, which is applied when the language is known.
///
// Safe to share: the value is only read, when a text is updated or compared.
struct FormattedValue: Equatable, @unchecked Sendable {
    private let input: any Equatable
    private let format: (EnvironmentValues) -> String
    private let isEqual: (any Equatable) -> Bool
    private let style: AnyHashable

    init<F: FormatStyle>(input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.input = input
        style = AnyHashable(format)
        self.format = { environment in Self.localized(format, in: environment).format(input) }
        isEqual = { $0 as? F.FormatInput == input }
    }

    /// The value in the language and time zone of an environment.
    func string(in environment: EnvironmentValues) -> String { format(environment) }

    static func == (lhs: FormattedValue, rhs: FormattedValue) -> Bool { lhs.style == rhs.style && lhs.isEqual(rhs.input) }

    /// Returns a format in the language of an environment. A format of dates gets its time zone and
    /// calendar, too, unless it has others than the process's.
    private static func localized<F: FormatStyle>(_ format: F, in environment: EnvironmentValues) -> F {
        let format = format.locale(environment.locale)
        guard var dates = format as? Date.FormatStyle else { return format }
        if dates.timeZone == .autoupdatingCurrent || dates.timeZone == .current { dates.timeZone = environment.timeZone }
        if dates.calendar == .autoupdatingCurrent || dates.calendar == .current { dates.calendar = environment.calendar }
        return dates as? F ?? format
    }
}
