/// The keys and values that a programmer attached to an element.
package struct UserInfoElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// In the file's order; a key may occur more than once, and then the last counts.
    package var entries: [Entry]

    /// A key and its value.
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    package init(_ entries: [Entry] = []) {
        fields = Fields()
        location = .none
        unknown = []
        self.entries = entries
    }

    /// The entries as Core Data hands them out.
    package var dictionary: [String: String] {
        Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }
}
