/// The keys and values that a programmer attached to an element.
package struct UserInfoElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The elements that hold the entries, with what else they say.
    package var items: [RawElement]

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
        items = []
        self.entries = entries
    }

    /// In the file's order; a key may occur more than once, and then the last counts.
    package var entries: [Entry] {
        get { items.map { Entry(key: $0.fields["key"] ?? "", value: $0.fields["value"] ?? "") } }
        set { items = newValue.map { RawElement(name: "entry", fields: Fields(["key": $0.key, "value": $0.value])) } }
    }

    /// The entries as Core Data hands them out.
    package var dictionary: [String: String] {
        Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }
}
