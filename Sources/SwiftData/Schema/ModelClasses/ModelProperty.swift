internal import StrataTraps

/// A property of a model class, as a schema describes it.
struct ModelProperty {
    /// The value or the models that a property holds, with their declaration.
    enum Content {
        /// A value, with its conversion.
        case attribute(Schema.Attribute, ValueKind)
        /// Models. The relationship has no inverse yet, which only a schema determines.
        case relationship(Schema.Relationship, RelationshipTarget)
    }

    let content: Content

    /// The conversion of an attribute's values, or that of a relationship.
    var valueKind: ValueKind {
        if case .attribute(_, let kind) = content { kind } else { .relationship }
    }

    /// Creates the description of a property. It belongs to no entity yet, so it can be changed.
    ///
    /// Traps for a declaration that contradicts the property's type, and for a type that cannot be
    /// stored.
    init(_ property: ModelClass.Property, of entityName: String) {
        let title = "\(entityName).\(property.name)"
        let valueType = type(of: property.keyPath).valueType
        if let target = RelationshipTarget(valueType) {
            content = .relationship(Self.relationship(property, valueType, target), target)
            return
        }
        if property.metadata.metadata is Schema.Relationship {
            trap(
                """
                \(title) is declared as a @Relationship, but its type \(valueType) is neither a model nor an optional or an \
                array of models.
                """)
        }
        let declared = property.metadata.metadata as? Schema.Attribute
        let options = declared?.options ?? []
        guard let kind = ValueKind.kind(of: valueType, named: property.name, options: options) else {
            trap(
                """
                \(title) cannot be stored: \(valueType) is neither a model nor Codable. Conform it to Codable, mark the property \
                @Transient, or give it a value transformer with @Attribute(.transformable(by:)).
                """)
        }
        let attribute: Schema.Attribute
        if kind.isComposite {
            attribute = Schema.CompositeAttribute(
                name: property.name, originalName: declared?.givenOriginalName, options: options, valueType: valueType,
                defaultValue: property.metadata.defaultValue, hashModifier: declared?.hashModifier)
        } else {
            attribute = Schema.Attribute(
                name: property.name, originalName: declared?.givenOriginalName, options: options, valueType: valueType,
                defaultValue: property.metadata.defaultValue, hashModifier: declared?.hashModifier)
        }
        content = .attribute(attribute, kind)
    }

    private static func relationship(
        _ property: ModelClass.Property, _ valueType: any Any.Type, _ target: RelationshipTarget
    ) -> Schema.Relationship {
        let attribute = property.metadata.metadata as? Schema.Attribute
        let relationship =
            (property.metadata.metadata as? Schema.Relationship)?.copied()
            ?? Schema.Relationship(originalName: attribute?.givenOriginalName, hashModifier: attribute?.hashModifier)
        if attribute?.isUnique == true { relationship.options.append(.unique) }
        relationship.name = property.name
        relationship.keypath = property.keyPath
        relationship.valueType = valueType
        relationship.destination = Schema.entityName(of: target.type)
        return relationship
    }
}
