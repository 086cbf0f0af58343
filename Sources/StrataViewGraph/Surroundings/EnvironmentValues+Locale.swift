public import Foundation

private struct LocaleKey: EnvironmentKey {
    static var defaultValue: Locale { .current }
}

private struct CalendarKey: EnvironmentKey {
    static var defaultValue: Calendar { .current }
}

private struct TimeZoneKey: EnvironmentKey {
    static var defaultValue: TimeZone { .current }
}

extension EnvironmentValues {
    /// The locale of the view: the language of its texts, and the format of its values.
    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    /// The calendar with which views compute and format dates.
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }

    /// Whether both have the locale, the calendar and the time zone from the same views.
    func hasSameLanguage(as other: EnvironmentValues) -> Bool {
        hasSameSource(LocaleKey.self, as: other) && hasSameSource(CalendarKey.self, as: other)
            && hasSameSource(TimeZoneKey.self, as: other)
    }

    /// The time zone of the user: that of the server, until the browser has reported its own.
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }
}
