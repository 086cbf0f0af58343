package import Foundation

/// A field for a date as hosts draw it.
package struct DatePickerContent: Hashable, Sendable {
    package var components: DatePickerComponents
    package var date: Date
    package var earliest: Date?
    package var latest: Date?
    /// The time zone of the field's days and times.
    package var timeZone: TimeZone
    package var isEnabled: Bool
    package var hasBorder = false
    package var tint: Color?

    /// Returns the text of a date in the format of HTML's fields: "2026-11-23T16:40", or only the
    /// day or the time, depending on the components.
    package func text(of date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func padded(_ number: Int?, _ length: Int) -> String {
            let digits = String(max(number ?? 0, 0))
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        let time = "\(padded(parts.hour, 2)):\(padded(parts.minute, 2))"
        return switch components {
        case .date: day
        case .hourAndMinute: time
        default: "\(day)T\(time)"
        }
    }

    /// Returns the date of a text in the format of `text(of:)`; nil for other texts. Parts that the
    /// text lacks are those of the current date.
    func date(of text: String) -> Date? {
        var day = text[...]
        var time = text[...]
        if components == [.date, .hourAndMinute] {
            let parts = text.split(separator: "T", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            (day, time) = (parts[0], parts[1])
        }
        var parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        if components.contains(.date) {
            guard let numbers = Self.numbers(day, "-"), numbers.count == 3, 1...9999 ~= numbers[0], 1...12 ~= numbers[1],
                1...31 ~= numbers[2]
            else { return nil }
            (parts.year, parts.month, parts.day) = (numbers[0], numbers[1], numbers[2])
        }
        if components.contains(.hourAndMinute) {
            guard let numbers = Self.numbers(time, ":"), 2...3 ~= numbers.count, 0...23 ~= numbers[0], 0...59 ~= numbers[1]
            else { return nil }
            (parts.hour, parts.minute) = (numbers[0], numbers[1])
            if numbers.count == 3 { parts.second = min(numbers[2], 59) }
        }
        return calendar.date(from: parts)
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
        return numbers.count == parts.count ? numbers : nil
    }

    private var calendar: Calendar {
        // The days of HTML's fields are those of the Gregorian calendar.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

/// The text of the date that the user entered.
package struct DateEvent: ElementEvent {
    package static let name = "date"
    private static let longestText = 40

    package var text: String

    package init(text: String) { self.text = text }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        text = String(try values.decode(String.self, forKey: .text).prefix(Self.longestText))
    }
}

/// The field of a date picker.
struct DateField: BuiltInView {
    let selection: Binding<Date>
    let components: DatePickerComponents
    let earliest: Date?
    let latest: Date?

    func _update(_ node: ViewNode) {
        let content = DatePickerContent(
            components: components, date: node.reading { selection.wrappedValue }, earliest: earliest, latest: latest,
            timeZone: node.environment.timeZone, isEnabled: node.environment.isEnabled,
            hasBorder: node.environment.hasDatePickerBorder, tint: node.environment.tintColor)
        let enter = EventHandler(DateEvent.self) { [selection, weak node] event in
            guard content.isEnabled else { return }
            if let date = content.date(of: event.text) {
                let late = content.latest.map { min(date, $0) } ?? date
                selection.wrappedValue = content.earliest.map { max(late, $0) } ?? late
            }
            // The browser shows the entered text, which may be invalid or out of range.
            node?.evaluateAgain()
            node?.sendAgain()
        }
        node.show(.control(.datePicker(content)), on: [enter])
    }
}
