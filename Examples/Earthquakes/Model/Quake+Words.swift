import Foundation
import SwiftUI

extension Quake {
    /// The place, or a text for an earthquake without one.
    var placeWords: String { place ?? "Place unknown" }

    /// The class of the magnitude, in the words of the USGS.
    var magnitudeClass: String {
        switch magnitude {
        case ..<3: "Micro"
        case ..<4: "Minor"
        case ..<5: "Light"
        case ..<6: "Moderate"
        case ..<7: "Strong"
        case ..<8: "Major"
        default: "Great"
        }
    }

    /// The depth with its unit, such as "10.3 km".
    var depthWords: String { "\(depth.formatted(.number.precision(.fractionLength(0...1)))) km" }
}

extension FormatStyle where Self == Date.FormatStyle {
    /// The time of day in UTC, like the days of the list, in the language of the user.
    static var clock: Date.FormatStyle {
        var style = Date.FormatStyle.dateTime.hour().minute()
        style.timeZone = .gmt
        return style
    }

    /// The day and the time of day in UTC, in the language of the user.
    static var moment: Date.FormatStyle { clock.month(.abbreviated).day() }
}

extension Text {
    /// Creates a day of the list in words; the stored text if it is not a valid day.
    init(day: String) {
        var style = Date.FormatStyle(date: .complete, time: .omitted)
        style.timeZone = .gmt
        // Ignored: a text that is no day is shown as it is.
        let date = try? Date(day, strategy: .iso8601.year().month().day())
        self = date.map { Text($0, format: style) } ?? Text(day)
    }
}
