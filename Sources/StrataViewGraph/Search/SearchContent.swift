/// The parts of a search field as hosts draw them.
package enum SearchContent: Hashable, Sendable {
    /// A field above the view that it searches, where no navigation bar holds the field.
    case container
    /// The field with its suggestions and scopes.
    case area
    /// The line that the user types into, with its tokens.
    case box
    /// A part of the query that is a value; the label is for the button that removes it.
    case token(label: String)
    /// The list of what the user may choose instead of typing it.
    case suggestions
    /// A suggestion that completes the query.
    case completion
    /// The choice of what is searched.
    case scopes
}

/// The focus has left a search field and all that belongs to it.
package struct LeaveEvent: ElementEvent {
    package static let name = "leave"
    package init() {}
}
