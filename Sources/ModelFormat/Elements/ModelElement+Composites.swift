extension ModelElement {
    /// The composite that an attribute of the composite type has its elements from; nil if there is none.
    ///
    /// Which field holds the name is not documented, so any field that names a composite of the model counts.
    package func composite(of attribute: AttributeElement) -> CompositeElement? {
        guard attribute.type == .composite else { return nil }
        let named = attribute.fields.values.filter { $0.key != "name" && $0.key != "attributeType" }
        if let name = attribute.compositeName {
            return composites.first { $0.name == name }
        }
        return composites.first { named.values.contains($0.name) }
    }

    /// The elements of a composite attribute, whether they stand in a composite of their own or in the attribute.
    package func elements(of attribute: AttributeElement) -> [AttributeElement] {
        attribute.elements.isEmpty ? composite(of: attribute)?.elements ?? [] : attribute.elements
    }
}
