package import Foundation

/// A run of text with one style, made of parts that a host may keep current by itself.
package struct TextContent: Hashable, Sendable {
    package enum Run: Hashable, Sendable {
        case string(String)
        /// A date that reads differently as time passes.
        case date(Date, style: Text.DateStyle)
        case timer(TimerContent)
        case image(ImageContent)
        /// A run with a style of its own.
        indirect case styled(Run, TextRunStyle)
    }

    package var runs: [Run]
    package var style: TextStyle
}

extension TextContent {
    /// The content with the style that all runs have in common as the style of the whole text.
    var hoistingCommonStyle: TextContent {
        guard case .styled(_, let common)? = runs.first, common.link == nil else { return self }
        var plain: [Run] = []
        for run in runs {
            guard case .styled(let inner, common) = run else { return self }
            plain.append(inner)
        }
        return TextContent(runs: plain, style: style.applying(common))
    }
}

extension TextContent.Run {
    /// Returns a date in a style, in the language of an environment: as words, unless it changes as
    /// time passes.
    static func date(_ date: Date, style: Text.DateStyle, in environment: EnvironmentValues) -> TextContent.Run {
        style.isFixed ? .string(style.string(for: date, in: environment)) : .date(date, style: style)
    }

    /// Returns the run with a style for what it does not say itself.
    func inheriting(_ style: TextRunStyle) -> TextContent.Run {
        guard style != TextRunStyle() else { return self }
        guard case .styled(let run, let own) = self else { return .styled(self, style) }
        return .styled(run, own.inheriting(style))
    }

    /// The run as a string, as it reads now.
    var words: String {
        switch self {
        case .string(let string): string
        case .date(let date, let style): style.string(for: date, now: Date())
        case .timer(let timer): timer.string(now: Date())
        case .image(let image): if case .text(let label) = image.label { label } else { "" }
        case .styled(let run, _): run.words
        }
    }
}

extension [TextContent.Run] {
    /// The runs as a string, with dates as they read now.
    package var words: String { map(\.words).joined() }

    /// The runs, with neighboring strings of one style joined.
    var joined: [TextContent.Run] {
        var result: [TextContent.Run] = []
        for run in self {
            switch (result.last, run) {
            case (_, .string("")), (_, .styled(.string(""), _)): break
            case (.string(let first)?, .string(let second)): result[result.count - 1] = .string(first + second)
            case (.styled(.string(let first), let former)?, .styled(.string(let second), let style)) where former == style:
                result[result.count - 1] = .styled(.string(first + second), style)
            default: result.append(run)
            }
        }
        return result
    }
}
