package import Foundation

extension Text.DateStyle {
    /// Returns the date as a string. Relative dates use their two largest units, as Apple's do: "2
    /// hr, 23 min".
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

    /// Units and their lengths in seconds. A year has 365 days and a month 30, so the last days of
    /// a year belong to its eleventh month. `times.js` has the same table.
    private static let units = [("yr", 31_536_000), ("mo", 2_592_000), ("day", 86_400), ("hr", 3600), ("min", 60), ("sec", 1)]
}
