/// The way the text of a view changes in an animated change.
public struct ContentTransition: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case identity, opacity
        case numericText(countsDown: Bool)
        case symbolReplacement
        case numericValue(Double)
    }

    package let kind: Kind

    /// The content changes at once.
    public static let identity = ContentTransition(kind: .identity)
    /// The old content fades out while the new one fades in.
    public static let opacity = ContentTransition(kind: .opacity)
    /// The content is interpolated where the host can do so. A browser cannot, and fades it.
    public static let interpolate = ContentTransition(kind: .opacity)

    /// A transition in which one symbol replaces another.
    public static let symbolEffect = ContentTransition(kind: .symbolReplacement)

    /// Returns a transition in which one symbol replaces another with an effect. The options and the
    /// variants of the effect are ignored.
    public static func symbolEffect<T>(_ effect: T, options: SymbolEffectOptions = .default) -> ContentTransition
    where T: ContentTransitionSymbolEffect, T: SymbolEffect {
        symbolEffect
    }

    /// Returns a transition for a number: it rolls up if the value grows, and down otherwise.
    public static func numericText(value: Double) -> ContentTransition {
        ContentTransition(kind: .numericValue(value))
    }

    /// Returns a transition for numbers: they roll up, or down if they count down.
    public static func numericText(countsDown: Bool = false) -> ContentTransition {
        ContentTransition(kind: .numericText(countsDown: countsDown))
    }
}

extension View {
    /// Sets the way the text of the view changes in an animated change.
    public func contentTransition(_ transition: ContentTransition) -> some View {
        trait { $0.interaction.contentTransition = transition }
    }
}
