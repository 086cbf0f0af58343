/// The reasons for which views hide their content.
public struct RedactionReasons: OptionSet, Hashable, Sendable {
    /// The reasons as a bit mask.
    public let rawValue: Int

    /// Creates a set from its bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The content stands for other content that is not there yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
}

private struct RedactionReasonsKey: EnvironmentKey {
    static var defaultValue: RedactionReasons { [] }
}

extension EnvironmentValues {
    /// The reasons for which the view hides its content.
    public var redactionReasons: RedactionReasons {
        get { self[RedactionReasonsKey.self] }
        set { self[RedactionReasonsKey.self] = newValue }
    }
}

extension View {
    /// Hides the texts of the view behind bars of their size.
    public func redacted(reason: RedactionReasons) -> some View {
        changingEnvironment {
            $0.redactionReasons.formUnion(reason)
            $0.pendingTraits.layout.isRedacted = $0.redactionReasons.contains(.placeholder)
        }
    }

    /// Shows the texts of the view inside one that hides them.
    public func unredacted() -> some View {
        changingEnvironment {
            $0.redactionReasons = []
            $0.pendingTraits.layout.isRedacted = false
        }
    }
}
