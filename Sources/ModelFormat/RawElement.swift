/// An element of the XML as it stands in the file, whatever it means.
///
/// Text between elements means nothing in a model and is not kept.
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

/// Two elements are equal if they say the same, wherever they stand.
extension RawElement: Equatable {
    package static func == (left: RawElement, right: RawElement) -> Bool {
        left.name == right.name && left.fields == right.fields && left.children == right.children
    }
}
