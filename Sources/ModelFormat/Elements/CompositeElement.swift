/// A composite: attributes that other attributes have as their elements.
package struct CompositeElement: AnnotatedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?
    package var elements: [AttributeElement]

    package init(name: String, elements: [AttributeElement]) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        self.elements = elements
    }
}
