/// A move of the keyboard focus to an element or into it, or away from it.
///
/// A host reports a move for the innermost element that handles this event and is, or is around,
/// what has the focus. The element of the window handles the event for everything else.
package struct FocusEvent: ElementEvent {
    package static let name = "focus"

    /// The cause of a move.
    package enum Origin: String, Codable, Sendable {
        /// The user.
        case user
        /// The page, which has changed around the focus: a dialog has opened, a row was removed.
        case page
        /// A request of the app, which the host has carried out.
        case app
        /// A request of the app that the host could not carry out, because the element is disabled,
        /// hidden or covered by a dialog. The element does not have the focus.
        case refusal
    }

    /// Whether the element has the focus now.
    package var isFocused: Bool
    /// The cause of the move; nil for the user.
    package var origin: Origin?
    /// Whether another element gets the focus, for which a second event follows.
    package var movesOn: Bool?
    /// Whether the user has moved the focus by the Tab key.
    package var isByTab: Bool?

    package init(isFocused: Bool, origin: Origin? = nil, movesOn: Bool? = nil, isByTab: Bool? = nil) {
        self.isFocused = isFocused
        self.origin = origin
        self.movesOn = movesOn
        self.isByTab = isByTab
    }
}
