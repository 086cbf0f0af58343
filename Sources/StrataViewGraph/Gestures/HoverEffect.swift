/// The way in which a view shows that the pointer is over it.
public struct HoverEffect: Hashable, Sendable {
    /// The effects that hosts draw.
    package enum Kind: String, Hashable, Sendable {
        case highlight, lift
    }

    package let kind: Kind

    /// The host's choice: ``highlight``.
    public static let automatic = HoverEffect(kind: .highlight)
    /// A background behind the view.
    public static let highlight = HoverEffect(kind: .highlight)
    /// The view becomes larger, with a shadow.
    public static let lift = HoverEffect(kind: .lift)
}

extension View {
    /// Shows when the pointer is over the view. The default effect is a background.
    public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { hoverEffect(effect, isEnabled: true) }

    /// Shows when the pointer is over the view, unless the effect is disabled.
    public func hoverEffect(_ effect: HoverEffect = .automatic, isEnabled: Bool) -> some View {
        changingEnvironment { if isEnabled { $0.pendingTraits.interaction.hoverEffect = effect } }
    }
}
