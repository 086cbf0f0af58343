package import Foundation

/// A text as hosts draw it: its runs, and the style that they inherit.
package struct TextContent: Hashable, Sendable {
    /// A part of a text with one style. A host keeps dates and timers current by itself.
    package enum Run: Hashable, Sendable {
        case string(String)
        /// A date whose text depends on the current time.
        case date(Date, style: Text.DateStyle)
        indirect case timer(TimerContent)
        indirect case image(ImageContent)
        /// A run with a style of its own.
        indirect case styled(Run, TextRunStyle)

        /// The size of the text in bytes; 0 for other runs.
        fileprivate var textSize: Int {
            switch self {
            case .string(let string): string.utf8.count
            case .styled(let run, _): run.textSize
            case .image, .date, .timer: 0
            }
        }

        /// Whether the run is a link, or has a link inside.
        fileprivate var hasLink: Bool {
            if case .styled(let run, let style) = self { style.link != nil || run.hasLink } else { false }
        }

        fileprivate var hasPicture: Bool {
            switch self {
            case .image(let image): image.isPicture
            case .styled(let run, _): run.hasPicture
            case .string, .date, .timer: false
            }
        }
    }

    /// The runs. Most texts have one run, which needs no array.
    private enum Runs: Hashable, Sendable {
        case single(String)
        case several([Run])
    }

    private var storedRuns: Runs
    /// The style, which texts of the same style share.
    private var sharedStyle: Boxed<TextStyle>

    init(runs: [Run], style: TextStyle) { self.init(runs: runs, style: Boxed(style)) }

    init(runs: [Run], style: Boxed<TextStyle>) {
        storedRuns = Self.stored(runs)
        sharedStyle = style
    }

    init(string: String, style: Boxed<TextStyle>) {
        storedRuns = .single(string)
        sharedStyle = style
    }

    /// Whether a run is a picture in memory.
    /// The size of the texts of all runs, in bytes.
    var textSize: Int {
        switch storedRuns {
        case .single(let string): string.utf8.count
        case .several(let runs): runs.reduce(0) { $0 + $1.textSize }
        }
    }

    var hasPicture: Bool { if case .several(let runs) = storedRuns { runs.contains(where: \.hasPicture) } else { false } }

    private static func stored(_ runs: [Run]) -> Runs {
        if runs.count == 1, case .string(let string) = runs[0] { .single(string) } else { .several(runs) }
    }

    package var runs: [Run] {
        get {
            switch storedRuns {
            case .single(let string): [.string(string)]
            case .several(let runs): runs
            }
        }
        set { storedRuns = Self.stored(newValue) }
    }

    /// The string of a text that is one run without a style of its own; nil for other texts.
    package var string: String? { if case .single(let string) = storedRuns { string } else { nil } }

    /// Whether a part of the text is a link.
    package var hasLinks: Bool { if case .several(let runs) = storedRuns { runs.contains(where: \.hasLink) } else { false } }

    package var style: TextStyle {
        get { sharedStyle.value }
        set { sharedStyle = Boxed(newValue) }
    }

    /// An object that only texts of the same style have, for hosts that keep what they have made of a
    /// style.
    package var styleIdentity: AnyObject { sharedStyle }

    /// Hashes the words only: few texts differ in nothing but their style.
    package func hash(into hasher: inout Hasher) { hasher.combine(storedRuns) }

    /// Returns whether a text has the same style.
    func hasStyle(of other: TextContent) -> Bool { sharedStyle == other.sharedStyle }
}

extension ElementContent {
    /// Whether both contents are texts of the same style.
    func differsInRunsOnly(from other: ElementContent) -> Bool {
        guard case .text(let text) = self, case .text(let other) = other else { return false }
        return text.hasStyle(of: other)
    }
}

extension TextContent {
    /// The content with a style that all runs share moved to the text as a whole, so that hosts
    /// draw no element for each run. Links stay with the runs.
    var hoistingCommonStyle: TextContent {
        if string != nil { return self }
        guard case .styled(_, let common)? = runs.first, common.link == nil, common.spokenLabel == nil else { return self }
        var plain: [Run] = []
        for run in runs {
            guard case .styled(let inner, common) = run else { return self }
            plain.append(inner)
        }
        return TextContent(runs: plain, style: style.applying(common))
    }
}

extension TextContent {
    /// The content with the font traits of the text passed to the runs that have a font of their
    /// own.
    var passingFontTraits: TextContent {
        guard string == nil, style.fontTraits != FontTraits() else { return self }
        var content = self
        content.runs = runs.map { run in
            if case .styled(let inner, let own) = run { .styled(inner, own.inheriting(style.fontTraits)) } else { run }
        }
        return content
    }
}

extension TextContent.Run {
    /// Returns the run of a date in an environment: a string for a fixed style, and a date for a
    /// style that depends on the current time.
    static func date(_ date: Date, style: Text.DateStyle, in environment: EnvironmentValues) -> TextContent.Run {
        style.isFixed ? .string(style.string(for: date, in: environment)) : .date(date, style: style)
    }

    /// Returns the run with a style for the properties that its own style does not set.
    func inheriting(_ style: TextRunStyle) -> TextContent.Run {
        guard style != TextRunStyle() else { return self }
        guard case .styled(let run, let own) = self else { return .styled(self, style) }
        return .styled(run, own.inheriting(style))
    }

    /// The run as a string. Dates and timers have their current text, and images their labels.
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
    /// The runs as a string. Dates and timers have their current text, and images their labels.
    package var words: String { map(\.words).joined() }

    /// The runs without empty strings, and with adjacent strings of equal style joined.
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
