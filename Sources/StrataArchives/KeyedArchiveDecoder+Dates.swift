internal import Foundation

// Foundation's objects of dates, names and measures, built from fields whose types are checked.
extension KeyedArchiveDecoder {
    var timeZone: NSTimeZone? {
        // The name is a path below the folder of time zones, so it must not lead out of it.
        guard let name = text("NS.name"), name.utf8.count < 100, !name.contains(".."), !name.hasPrefix("/"),
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return NSTimeZone(name: name)
    }

    /// Returns the locale whose identifier is a field, if it has no other characters than those that
    /// `isLocaleIdentifier(_:)` names.
    var locale: NSLocale? {
        guard let identifier = text("NS.identifier"), Self.isLocaleIdentifier(identifier) else { return nil }
        return NSLocale(localeIdentifier: identifier)
    }

    /// Whether a text has the printable characters of ASCII only, as all identifiers of locales do.
    /// With others, Foundation ends the process where a calendar is encoded or a formatter is used.
    static func isLocaleIdentifier(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    var calendar: NSCalendar? {
        guard let identifier = text("NS.identifier"),
            let calendar = NSCalendar(identifier: NSCalendar.Identifier(rawValue: identifier))
        else { return nil }
        if fields["NS.timezone"]?.reference ?? KeyedArchive.null != KeyedArchive.null {
            guard let zone = part("NS.timezone", of: [NSTimeZone.self]) as? NSTimeZone else { return nil }
            calendar.timeZone = zone as TimeZone
        }
        if fields["NS.locale"]?.reference ?? KeyedArchive.null != KeyedArchive.null {
            guard let locale = part("NS.locale", of: [NSLocale.self]) as? NSLocale else { return nil }
            calendar.locale = locale as Locale
        }
        if let day = whole("NS.firstwkdy"), day != 0 {
            guard (1...7).contains(day) else { return nil }
            calendar.firstWeekday = day
        }
        if let days = whole("NS.mindays"), days != 0 {
            guard (1...7).contains(days) else { return nil }
            calendar.minimumDaysInFirstWeek = days
        }
        return calendar
    }

    var dateComponents: NSDateComponents? {
        let components = NSDateComponents()
        if fields["NS.calendar"]?.reference ?? KeyedArchive.null != KeyedArchive.null {
            guard let calendar = part("NS.calendar", of: [NSCalendar.self]) as? NSCalendar else { return nil }
            components.calendar = calendar as Calendar
        }
        if fields["NS.timezone"]?.reference ?? KeyedArchive.null != KeyedArchive.null {
            guard let zone = part("NS.timezone", of: [NSTimeZone.self]) as? NSTimeZone else { return nil }
            components.timeZone = zone as TimeZone
        }
        let units: [(key: String, set: (Int) -> Void)] = [
            ("era", { components.era = $0 }), ("year", { components.year = $0 }), ("month", { components.month = $0 }),
            ("day", { components.day = $0 }), ("hour", { components.hour = $0 }), ("minute", { components.minute = $0 }),
            ("second", { components.second = $0 }), ("nanosec", { components.nanosecond = $0 }),
            ("weekday", { components.weekday = $0 }), ("weekdayOrdinal", { components.weekdayOrdinal = $0 }),
            ("quarter", { components.quarter = $0 }), ("weekOfMonth", { components.weekOfMonth = $0 }),
            ("weekOfYear", { components.weekOfYear = $0 }), ("yearForWOY", { components.yearForWeekOfYear = $0 }),
        ]
        for unit in units where fields["NS.\(unit.key)"] != nil {
            guard let value = whole("NS.\(unit.key)") else { return nil }
            unit.set(value)
        }
        if case .bool(let isLeapMonth)? = fields["NS.isLeapMonth"] { components.isLeapMonth = isLeapMonth }
        return components
    }

    var dateInterval: NSDateInterval? {
        guard let start = part("NS.startDate", of: [NSDate.self]) as? NSDate,
            let end = part("NS.endDate", of: [NSDate.self]) as? NSDate,
            end.timeIntervalSinceReferenceDate >= start.timeIntervalSinceReferenceDate
        else { return nil }
        return NSDateInterval(start: start as Date, end: end as Date)
    }

    var personName: NSPersonNameComponents? {
        let name = NSPersonNameComponents()
        name.namePrefix = text("NS.namePrefix")
        name.givenName = text("NS.givenName")
        name.middleName = text("NS.middleName")
        name.familyName = text("NS.familyName")
        name.nameSuffix = text("NS.nameSuffix")
        name.nickname = text("NS.nickname")
        return name
    }

    // MARK: Measures

    var measurement: NSMeasurement? {
        guard let value = real("NS.value"), let unit = part("NS.unit", of: [Unit.self]) as? Unit else { return nil }
        return NSMeasurement(doubleValue: value, unit: unit)
    }

    var linearConverter: UnitConverterLinear? {
        guard let coefficient = real("NS.coefficient") else { return nil }
        return UnitConverterLinear(coefficient: coefficient, constant: real("NS.constant") ?? 0)
    }

    /// A converter of the class that only Foundation can name. Its initializer reads one number.
    var reciprocalConverter: UnitConverter? {
        guard real("NS.reciprocal") != nil,
            let type = NSClassFromString("NSUnitConverterReciprocal") as? any (UnitConverter & NSCoding).Type
        else { return nil }
        return type.init(coder: self)
    }

    /// Returns a unit of one of Foundation's classes. Its initializer reads the symbol and, for a
    /// dimension, the converter, which are checked before.
    func unit(named name: String) -> Unit? {
        guard let symbol = text("NS.symbol") else { return nil }
        if name == "NSUnit" { return Unit(symbol: symbol) }
        guard name.utf8.allSatisfy({ $0 > 0x40 && $0 < 0x7B }), part("NS.converter", of: [UnitConverter.self]) is UnitConverter,
            let type = NSClassFromString(name) as? Dimension.Type, ArchivedClasses.isFoundations(type)
        else { return nil }
        return type.init(coder: self)
    }
}
