/// The way in which a scroll view moves beyond the ends of its content. A browser follows the
/// system, and never bounces a view whose content fits.
public struct ScrollBounceBehavior: Hashable, Sendable {
    private enum Rule {
        case automatic, basedOnSize
    }

    private let rule: Rule

    /// The host's choice, which is ``basedOnSize`` in a browser.
    public static let automatic = ScrollBounceBehavior(rule: .automatic)
    /// The view bounces only if its content is larger than the view.
    public static let basedOnSize = ScrollBounceBehavior(rule: .basedOnSize)
}

/// The way in which scrolling hides a keyboard on the screen.
public enum ScrollDismissesKeyboardMode: Hashable, Sendable {
    /// The host's choice.
    case automatic
    /// Scrolling hides the keyboard at once.
    case immediately
    /// The keyboard follows the finger.
    case interactively
    /// Scrolling does not hide the keyboard.
    case never
}

extension View {
    /// Returns the view unchanged: a browser always behaves as ``ScrollBounceBehavior/basedOnSize``.
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> some View { self }

    /// Returns the view unchanged, as on macOS: there is no keyboard on the screen.
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }

    /// Sets the point of the content that the scroll views inside show at first: ``UnitPoint/bottom``
    /// for the end. A scroll view that the user has not moved away from this point stays at it when
    /// the size of its content changes. Nil is the start of the content.
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View {
        changingEnvironment { $0.scrolling.anchor = anchor }
    }
}
