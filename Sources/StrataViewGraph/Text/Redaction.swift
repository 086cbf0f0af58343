/// The reasons for which content is hidden behind bars.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    /// The bits of the reasons.
    public let rawValue: Int

    /// Creates reasons from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Content that is not loaded yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Content that is private.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// Content that is out of date.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

private struct RedactionReasonsKey: EnvironmentKey {
    static var defaultValue: RedactionReasons { [] }
}

private struct PrivacySensitiveKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The reasons for which texts and images are hidden.
    public var redactionReasons: RedactionReasons {
        get { self[RedactionReasonsKey.self] }
        set {
            self[RedactionReasonsKey.self] = newValue
            updateRedaction()
        }
    }

    fileprivate var isPrivacySensitive: Bool {
        get { self[PrivacySensitiveKey.self] }
        set {
            self[PrivacySensitiveKey.self] = newValue
            updateRedaction()
        }
    }

    /// Private content is hidden for privacy; everything is hidden for the other reasons.
    private mutating func updateRedaction() {
        let reasons = redactionReasons
        textStyle.isRedacted =
            !reasons.isDisjoint(with: [.placeholder, .invalidated]) || reasons.contains(.privacy) && isPrivacySensitive
    }
}

extension View {
    /// Hides texts and images behind bars of their size, in addition to the reasons set above. What
    /// they show does not leave the server.
    public func redacted(reason: RedactionReasons) -> some View {
        changingEnvironment { $0.redactionReasons.formUnion(reason) }
    }

    /// Shows texts and images, whatever the views above say.
    public func unredacted() -> some View { changingEnvironment { $0.redactionReasons = [] } }

    /// Marks content as private, so that `redacted(reason: .privacy)` hides it.
    public func privacySensitive(_ sensitive: Bool = true) -> some View {
        changingEnvironment { $0.isPrivacySensitive = sensitive }
    }
}

extension TextContent {
    /// The content with all letters replaced, where it is redacted.
    var redactedIfNecessary: TextContent {
        guard style.isRedacted else { return self }
        let bars = String(runs.words.map { $0.isWhitespace ? $0 : "x" })
        return TextContent(runs: [.string(bars)], style: style)
    }
}
