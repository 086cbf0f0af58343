/// The reasons for which the content of texts and images is hidden.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    /// The reasons as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Content that is not loaded yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Content that is private: only views with `privacySensitive(_:)` are hidden.
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

    /// Whether content is private.
    fileprivate var isPrivacySensitive: Bool {
        get { self[PrivacySensitiveKey.self] }
        set {
            self[PrivacySensitiveKey.self] = newValue
            updateRedaction()
        }
    }

    /// Updates the text style after a change of one of the two values. The reason `privacy` hides
    /// private content, and each other reason hides everything.
    private mutating func updateRedaction() {
        let reasons = redactionReasons
        textStyle.isRedacted =
            !reasons.isDisjoint(with: [.placeholder, .invalidated]) || reasons.contains(.privacy) && isPrivacySensitive
    }
}

extension View {
    /// Replaces texts and images by bars of about their size, in addition to the reasons that outer
    /// views have set. The words and images themselves are not sent to the browser.
    public func redacted(reason: RedactionReasons) -> some View {
        changingEnvironment { $0.redactionReasons.formUnion(reason) }
    }

    /// Shows texts and images, regardless of the reasons that outer views have set.
    public func unredacted() -> some View { changingEnvironment { $0.redactionReasons = [] } }

    /// Marks content as private, so that `redacted(reason: .privacy)` hides it.
    public func privacySensitive(_ sensitive: Bool = true) -> some View {
        changingEnvironment { $0.isPrivacySensitive = sensitive }
    }
}

extension TextContent {
    /// The content; if it is redacted, with an "x" in place of every character but white space,
    /// which hosts draw as a bar.
    var redactedIfNecessary: TextContent {
        guard style.isRedacted else { return self }
        let bars = String(runs.words.map { $0.isWhitespace ? $0 : "x" })
        return TextContent(runs: [.string(bars)], style: style)
    }
}
