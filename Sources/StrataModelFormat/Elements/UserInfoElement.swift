/// The user info of an element: keys and values that a programmer added to it.
package struct UserInfoElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The elements of the entries, with their other fields.
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

    /// The entries in the file's order. A key may occur several times; the last value counts.
    package var entries: [Entry] {
        get { items.map { Entry(key: $0.fields["key"] ?? "", value: $0.fields["value"] ?? "") } }
        set { items = newValue.map { RawElement(name: "entry", fields: Fields(["key": $0.key, "value": $0.value])) } }
    }

    /// The entries as Core Data returns them.
    package var dictionary: [String: String] {
        Dictionary(entries.map { ($0.key, $0.value) }) { _, last in last }
    }
}
