/// The state of a search field.
///
/// # The life of a search
///
/// 1. `searchable` creates the model and puts it into the environment of its content. The first
///    page of a stack inside claims the field for its bar. Without one, the field is in the bar of
///    the page around it, and without that above the content.
/// 2. The user moves the focus to the field. The search begins: `\.isSearching` is true in the
///    content, and the Cancel button appears.
/// 3. While the field has the focus, the suggestions are visible. Choosing one sets the text or
///    adds a token. That hides the suggestions, as a submission does, until the user types again,
///    clears the field or moves the focus to it again.
/// 4. The search ends when the user cancels it, which clears the field, or leaves an empty field.
///
/// The app may begin and end a search, too, by its binding `isPresented`. ``follow(_:)`` then moves
/// the focus.
@MainActor
final class SearchModel {
    /// The node of the modifier.
    weak var node: ViewNode?
    /// The page that has claimed the field.
    private(set) weak var host: NavigationPage?
    var configuration: SearchConfiguration
    /// The connection between the focus and the field.
    let target = FocusTarget()
    /// Whether the field has the focus. Setting it moves the focus.
    let isFocused = StateBox(false)
    /// The ID of the element of the suggestions; nil while there are none.
    let listbox = StateBox<Int?>(nil)
    /// Whether the choice of a suggestion or a submission has hidden the suggestions.
    let hidesSuggestions = StateBox(false)
    /// Whether a search is in progress, if the app has no binding for it.
    private let ownPresentation = StateBox(false)
    /// The value of `isSearching` that the focus already follows.
    private var wasSearching = false
    /// Whether the content is being evaluated, after which the modifier updates the field in any
    /// case.
    private var isUpdating = false

    init(_ configuration: SearchConfiguration) {
        self.configuration = configuration
        target.focusChanged = { [weak self] in self?.focusChanged($0) }
        target.refused = { [weak self] in self?.isFocused.value = false }
        target.state = ObjectIdentifier(isFocused)
    }

    /// Whether a search is in progress.
    var isSearching: Bool {
        get { configuration.isPresented?.wrappedValue ?? ownPresentation.value }
        set {
            guard newValue != isSearching else { return }
            if let isPresented = configuration.isPresented {
                isPresented.wrappedValue = newValue
            } else {
                ownPresentation.value = newValue
            }
        }
    }

    /// The text of the query.
    var text: String {
        get { configuration.text.wrappedValue }
        set { if newValue != text { configuration.text.wrappedValue = newValue } }
    }

    /// Whether the field has neither text nor tokens.
    var isEmpty: Bool { text.isEmpty && configuration.tokens?.isEmpty() ?? true }

    // MARK: The position of the field

    /// Moves the field to the bar of a page, unless another page has claimed it.
    func claim(_ page: NavigationPage) {
        guard host?.node?.isInGraph != true else { return }
        host = page
        if !isUpdating { node?.setNeedsEvaluation() }
    }

    /// Evaluates the content, in which a page may claim the field.
    func whileUpdating(_ update: () -> Void) {
        isUpdating = true
        update()
        isUpdating = false
        if host?.node?.isInGraph != true { host = nil }
    }

    // MARK: Events

    /// Moves the focus after the app has begun or ended the search.
    func follow(_ isSearching: Bool) {
        guard isSearching != wasSearching else { return }
        wasSearching = isSearching
        if isSearching, hidesSuggestions.value { hidesSuggestions.value = false }
        if isFocused.value != isSearching { isFocused.value = isSearching }
    }

    private func focusChanged(_ isFocused: Bool) {
        self.isFocused.value = isFocused
        guard isFocused else { return }
        hidesSuggestions.value = false
        wasSearching = true
        isSearching = true
    }

    /// Sets the text to what the user has typed.
    func type(_ text: String) {
        hidesSuggestions.value = false
        self.text = text
    }

    /// Sets the text to that of a suggestion.
    func complete(_ text: String) {
        hidesSuggestions.value = true
        self.text = text
    }

    /// Adds the token of a suggestion in place of the text. Does nothing if it is of another type.
    func addToken(_ token: Any) {
        guard configuration.tokens?.add(token) == true else { return }
        hidesSuggestions.value = true
        text = ""
    }

    /// Removes the text and the tokens.
    func clear() {
        text = ""
        configuration.tokens?.removeAll()
        hidesSuggestions.value = false
    }

    /// Ends the search and clears the field.
    func dismiss() {
        clear()
        isFocused.value = false
        wasSearching = false
        isSearching = false
    }

    /// Ends the search if the field is empty, after the focus has left it.
    func leave() {
        guard isEmpty else { return }
        wasSearching = false
        isSearching = false
    }
}

/// The properties of a search field that an app sets.
struct SearchConfiguration {
    var text: Binding<String>
    var isPresented: Binding<Bool>?
    var prompt: Text?
    var tokens: SearchTokens?
    var suggestions: (any View)?
}

/// The text of a search field, as the value of its text field.
struct SearchText: TextFieldValueSource {
    let model: SearchModel
    let hasFormat = false

    func read(_ node: ViewNode) -> String { model.text }
    func write(_ text: String, _ node: ViewNode) { model.type(text) }
    func endEditing(_ node: ViewNode) {}
}
