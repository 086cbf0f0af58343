public import Foundation

/// A view that shows read-only text.
///
///     Text("**\(count)** earthquakes since ") + Text(date, style: .date).italic()
///
/// A string literal is looked up in the translations of the app, and its Markdown is shown as bold,
/// italic and struck text, code and links. A string variable is shown unchanged.
public struct Text: BuiltInView, Equatable, Sendable {
    /// The parts of the text, each with the style that the text's modifiers have set.
    nonisolated let segments: [TextSegment]

    nonisolated init(segments: [TextSegment]) { self.segments = segments }

    nonisolated init(_ source: TextSegment.Source) { segments = [TextSegment(source: source)] }

    /// Shows a string unchanged.
    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ content: S) { self.init(.verbatim(String(content))) }

    /// Shows a string unchanged.
    public nonisolated init(verbatim content: String) { self.init(.verbatim(content)) }

    /// Shows a localized string.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - tableName: The name of the table of translations; nil for `Localizable`.
    ///   - bundle: The bundle with the translations; nil for the app's.
    ///   - comment: A note for translators.
    public nonisolated init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        self.init(.localized(key, table: tableName, directory: bundle?.directoryOfTranslations))
    }

    /// Shows a date in one of the standard formats, in the language and time zone of the user.
    public nonisolated init(_ date: Date, style: DateStyle) { self.init(.date(date, style)) }

    /// Shows a range of dates, such as "9:00 – 10:30 AM".
    public nonisolated init(_ dates: ClosedRange<Date>) { self.init(.dates(dates.lowerBound, dates.upperBound)) }

    /// Shows an interval between two dates, such as "9:00 – 10:30 AM".
    public nonisolated init(_ interval: DateInterval) { self.init(.dates(interval.start, interval.end)) }

    /// Shows a timer, which the host keeps current during an interval.
    ///
    /// - Parameters:
    ///   - timerInterval: The interval in which the timer runs.
    ///   - pauseTime: The date at which the timer is paused; nil for a running timer.
    ///   - countsDown: Whether the timer shows the time until the end of the interval, and not the
    ///     time since its start.
    ///   - showsHours: Whether times of 60 minutes and more have hours.
    public nonisolated init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        self.init(
            .timer(
                TimerContent(
                    start: timerInterval.lowerBound, end: timerInterval.upperBound, pause: pauseTime, countsDown: countsDown,
                    showsHours: showsHours)))
    }

    /// Shows a value formatted by a format style, in the language of the user.
    public nonisolated init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(.formatted(FormattedValue(input: input, format: format)))
    }

    /// Shows a value formatted by a formatter.
    public nonisolated init<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter) {
        self.init(.value(subject, formatter: formatter, or: ""))
    }

    /// Shows an object formatted by a formatter.
    public nonisolated init<Subject: NSObject>(_ subject: Subject, formatter: Formatter) {
        self.init(.value(subject, formatter: formatter, or: ""))
    }

    /// Shows an attributed string, with its fonts, colors and links. A literal selects the
    /// initializer of a localized string.
    @_disfavoredOverload
    public nonisolated init(_ attributedContent: AttributedString) { segments = TextSegment.segments(of: attributedContent) }

    /// Shows an image within a line of text, as large as the text.
    public nonisolated init(_ image: Image) { self.init(.image(image)) }

    /// Joins two texts, each with its own style.
    public nonisolated static func + (lhs: Text, rhs: Text) -> Text { Text(segments: lhs.segments + rhs.segments) }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the text in the inherited text style.
    public func _update(_ node: ViewNode) {
        if !showLabeled(in: node) { show(content(in: node.environment), in: node) }
    }

    /// Returns the text as hosts draw it in an environment.
    nonisolated func content(in environment: EnvironmentValues) -> TextContent {
        if let string = plainString { return TextContent(string: string, style: environment.sharedTextStyle).redactedIfNecessary }
        return styledContent(in: environment)
    }

    /// The string of a text that is shown unchanged and without a style of its own.
    private nonisolated var plainString: String? {
        guard segments.count == 1, segments[0].isPlain, case .verbatim(let string) = segments[0].source, !string.isEmpty
        else { return nil }
        return string
    }

    private nonisolated func styledContent(in environment: EnvironmentValues) -> TextContent {
        TextContent(runs: runs(in: environment), style: environment.sharedTextStyle).hoistingCommonStyle.passingFontTraits
            .redactedIfNecessary
    }

    /// Returns the runs of all segments in an environment.
    nonisolated func runs(in environment: EnvironmentValues) -> [TextContent.Run] {
        segments.flatMap { $0.runs(in: environment) }.joined
    }

    /// The runs of the text in the language of the process.
    nonisolated var runs: [TextContent.Run] { runs(in: EnvironmentValues()) }

    /// The text as a string, for labels and titles: in the language of the view that is being
    /// updated.
    package nonisolated var string: String { string(in: Localization.environment) }

    /// Returns the text as a string, in the language of an environment.
    package nonisolated func string(in environment: EnvironmentValues) -> String { runs(in: environment).words }
}
