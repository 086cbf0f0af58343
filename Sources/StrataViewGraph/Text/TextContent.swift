package import Foundation

/// A run of text with one style, made of parts that a host may keep current by itself.
package struct TextContent: Hashable, Sendable {
    package enum Run: Hashable, Sendable {
        case string(String)
        case date(Date, style: Text.DateStyle)
    }

    package var runs: [Run]
    package var style: TextStyle
}

extension [TextContent.Run] {
    /// The runs as a string, with dates as they read now.
    var words: String {
        map { run in
            switch run {
            case .string(let string): string
            case .date(let date, let style): style.string(for: date, now: Date())
            }
        }.joined()
    }
}
