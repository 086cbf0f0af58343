/// The state of a search field.
///
/// # The life of a search
///
/// 1. `searchable` creates the model and puts it into the environment of its content. The first
///    navigation page inside claims the field for its bar; without one, the page around it has the
///    field, and without that the field is above the content.
/// 2. The user moves the focus to the field: the search begins, and `\.isSearching` is true in the
///    content. Cancel and the clear button appear.
/// 3. While the field has the focus, the suggestions show. Choosing one sets the text or adds a
///    token, and hides the suggestions until the user types again.
/// 4. The search ends when the user cancels it, which clears the field, or leaves an empty field.
@MainActor
final class SearchModel {
    /// The node of the modifier.
    weak var node: ViewNode?
    private(set) weak var host: NavigationPage?
    var configuration: SearchConfiguration
    /// The connection of the focus with the field.
    let target = FocusTarget()
    let isFocused = StateBox(false)
    /// The element of the suggestions, while there are any.
    let listbox = StateBox<Int?>(nil)
    /// Whether a choice or a submission has closed the suggestions.
    let hidesSuggestions = StateBox(false)
    private let ownPresentation = StateBox(false)
    private var wasSearching = false
    private var isUpdating = false

    init(_ configuration: SearchConfiguration) {
        self.configuration = configuration
        target.focusChanged = { [weak self] in self?.focusChanged($0) }
    }

    /// Whether the user searches.
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

    var text: String {
        get { configuration.text.wrappedValue }
        set { if newValue != text { configuration.text.wrappedValue = newValue } }
    }

    var isEmpty: Bool { text.isEmpty && configuration.tokens?.isEmpty() ?? true }

    // MARK: The place of the field

    /// Gives the field to a page, unless another one has it.
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

    // MARK: What happens

    /// Moves the focus when the app has begun or ended the search.
    func follow(_ isSearching: Bool) {
        guard isSearching != wasSearching else { return }
        wasSearching = isSearching
        if isFocused.value != isSearching { isFocused.value = isSearching }
    }

    private func focusChanged(_ isFocused: Bool) {
        self.isFocused.value = isFocused
        guard isFocused else { return }
        hidesSuggestions.value = false
        wasSearching = true
        isSearching = true
    }

    func type(_ text: String) {
        hidesSuggestions.value = false
        self.text = text
    }

    /// Sets the text to that of a suggestion.
    func complete(_ text: String) {
        hidesSuggestions.value = true
        self.text = text
    }

    /// Adds a token instead of the text.
    func addToken(_ token: Any) {
        guard configuration.tokens?.add(token) == true else { return }
        hidesSuggestions.value = true
        text = ""
    }

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

    /// Ends the search if nothing is searched for.
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

/// The text of a search field.
struct SearchText: TextFieldValueSource {
    let model: SearchModel
    let hasFormat = false

    func read(_ node: ViewNode) -> String { model.text }
    func write(_ text: String, _ node: ViewNode) { model.type(text) }
    func endEditing(_ node: ViewNode) {}
}
