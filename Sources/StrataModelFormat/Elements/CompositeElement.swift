/// A composite: attributes that are the elements of other attributes.
package struct CompositeElement: AnnotatedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?
    package var elements: [AttributeElement]
    /// The tag, `composite` or `compositeAttribute`; both occur in public files.
    package let tag: String

    package init(name: String, elements: [AttributeElement]) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        self.elements = elements
        tag = "composite"
    }
}
