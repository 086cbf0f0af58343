extension ContentUnavailableView where Label == StrataViewGraph.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    /// Creates a message with a localized title and a system symbol.
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init {
            StrataViewGraph.Label(title, systemImage: name)
        } description: {
            description
        }
    }

    /// Creates a message with a string as its title and a system symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
        self.init {
            StrataViewGraph.Label(title, systemImage: name)
        } description: {
            description
        }
    }

    /// Creates a message with a localized title and an image from an asset catalog or a file.
    public init(_ title: LocalizedStringKey, image name: String, description: Text? = nil) {
        self.init {
            StrataViewGraph.Label(title, image: name)
        } description: {
            description
        }
    }

    /// Creates a message with a string as its title and an image from an asset catalog or a file.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image name: String, description: Text? = nil) {
        self.init {
            StrataViewGraph.Label(title, image: name)
        } description: {
            description
        }
    }
}

/// The label of a message that a search found nothing.
public struct SearchUnavailableContent {
    /// The label, as a view.
    public struct Label: View {
        let text: String?

        /// A magnifying glass over the message.
        public var body: some View {
            StrataViewGraph.Label(title, systemImage: "magnifyingglass")
        }

        private var title: String { text.map { "No Results for “\($0)”" } ?? "No Results" }
    }

    /// The description, as a view.
    public struct Description: View {
        /// The advice to search for something else.
        public var body: some View { Text("Check the spelling or try a new search.") }
    }

    /// The actions, of which there are none.
    public struct Actions: View {
        /// Nothing.
        public var body: some View { EmptyView() }
    }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    /// A message that a search found nothing.
    public static var search: Self { Self(text: nil) }

    /// Returns a message that the search for a text found nothing.
    public static func search(text: String) -> Self { Self(text: text) }

    private init(text: String?) {
        self.init {
            SearchUnavailableContent.Label(text: text)
        } description: {
            SearchUnavailableContent.Description()
        } actions: {
            SearchUnavailableContent.Actions()
        }
    }
}
