/// An XML element as it is in the file, without interpretation.
///
/// Text between elements has no meaning in a model and is not kept.
package struct RawElement: Sendable {
    package var name: String
    package var fields: Fields
    package var children: [RawElement]
    package var location: SourceLocation

    package init(name: String, fields: Fields = Fields(), children: [RawElement] = [], location: SourceLocation = .none) {
        self.name = name
        self.fields = fields
        self.children = children
        self.location = location
    }
}

/// Two elements are equal if their names, fields and children are; their locations do not matter.
extension RawElement: Equatable {
    package static func == (left: RawElement, right: RawElement) -> Bool {
        left.name == right.name && left.fields == right.fields && left.children == right.children
    }
}
