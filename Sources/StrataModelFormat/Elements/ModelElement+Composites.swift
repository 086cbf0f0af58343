extension ModelElement {
    /// Returns the composite that defines the elements of a composite attribute; nil if there is
    /// none.
    ///
    /// The field with the composite's name is not documented. Without `compositeName`, any field
    /// that names a composite of the model counts.
    package func composite(of attribute: AttributeElement) -> CompositeElement? {
        guard attribute.type == .composite else { return nil }
        let named = attribute.fields.values.filter { $0.key != "name" && $0.key != "attributeType" }
        if let name = attribute.compositeName {
            return composites.first { $0.name == name }
        }
        return composites.first { named.values.contains($0.name) }
    }

    /// Returns the elements of a composite attribute, from a composite of the model or from the
    /// attribute itself.
    package func elements(of attribute: AttributeElement) -> [AttributeElement] {
        attribute.elements.isEmpty ? composite(of: attribute)?.elements ?? [] : attribute.elements
    }
}
