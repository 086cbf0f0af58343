extension Schema.Entity: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, superentityName, subentities, properties, uniquenessConstraints, indices
    }

    /// Decodes an entity with its subentities.
    ///
    /// - Throws: `DecodingError` if the program does not contain the type of a value.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            superentityName: try container.decodeIfPresent(String.self, forKey: .superentityName),
            subentities: try container.decode([Schema.Entity].self, forKey: .subentities),
            properties: try container.decode([CodedProperty].self, forKey: .properties).map(\.property))
        uniquenessConstraints = try container.decode([[String]].self, forKey: .uniquenessConstraints)
        indexes = try container.decode([Schema.IndexDescription].self, forKey: .indices)
    }

    /// Encodes the entity with its subentities. The superentity is encoded as its name.
    ///
    /// - Throws: `EncodingError` for a private type, for a default value that is not encodable, and
    ///   for a property of another kind than attributes and relationships.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(superentityName, forKey: .superentityName)
        try container.encode(orderedSubentities, forKey: .subentities)
        try container.encode(storedProperties.map(CodedProperty.init(property:)), forKey: .properties)
        try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
        try container.encode(indexes, forKey: .indices)
    }
}

/// A property in an encoded entity, with its kind.
private struct CodedProperty: Codable {
    let property: any SchemaProperty

    private enum CodingKeys: String, CodingKey {
        case attribute, composite, relationship
    }

    init(property: any SchemaProperty) {
        self.property = property
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.composite) {
            property = try container.decode(Schema.CompositeAttribute.self, forKey: .composite)
        } else if container.contains(.attribute) {
            property = try container.decode(Schema.Attribute.self, forKey: .attribute)
        } else {
            property = try container.decode(Schema.Relationship.self, forKey: .relationship)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch property {
        case let composite as Schema.CompositeAttribute: try container.encode(composite, forKey: .composite)
        case let attribute as Schema.Attribute: try container.encode(attribute, forKey: .attribute)
        case let relationship as Schema.Relationship: try container.encode(relationship, forKey: .relationship)
        default:
            throw EncodingError.invalidValue(
                property,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The property '\(property.name)' is neither an attribute nor a relationship."))
        }
    }
}
