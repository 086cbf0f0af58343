/// A list of property names: a uniqueness constraint, or a compound index as Xcode wrote it before
/// version 9.
package struct PropertyListElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The elements that name the properties, with their other fields.
    package var items: [RawElement]

    package init(_ properties: [String]) {
        fields = Fields()
        location = .none
        unknown = []
        items = []
        self.properties = properties
    }

    /// The names, in the list's order.
    package var properties: [String] {
        get { items.map { $0.fields["value"] ?? "" } }
        set { items = newValue.map { RawElement(name: "constraint", fields: Fields(["value": $0])) } }
    }
}
