/// A list of property names: a uniqueness constraint, or a compound index as Xcode wrote it before version 9.
package struct PropertyListElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var properties: [String]

    package init(_ properties: [String]) {
        fields = Fields()
        location = .none
        unknown = []
        self.properties = properties
    }
}
