/// The content of the elements of a search field.
package enum SearchContent: Hashable, Sendable {
    /// The searchable view, with the field above it unless a page's bar contains the field.
    case container
    /// The field with its suggestions and scopes.
    case area
    /// The line with the tokens, the text and the clear button.
    case box
    /// A token: a part of the query that is a value of the app. The label names the button that
    /// removes it.
    case token(label: String)
    /// The list of suggestions.
    case suggestions
    /// A suggestion that the user can choose.
    case completion
    /// The control for the scope of the search.
    case scopes
}

/// A report that the keyboard focus has left a search field with its suggestions and scopes.
package struct LeaveEvent: ElementEvent {
    package static let name = "leave"
    package init() {}
}
