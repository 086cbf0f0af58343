extension Schema {
    /// An attribute that is stored as several ones: a structure, with an element for each stored
    /// property, or an enumeration.
    public final class CompositeAttribute: Attribute {
        /// The elements: the stored properties of a structure, the raw value of an enumeration, or
        /// the cases of an enumeration without raw values.
        public var properties: [Attribute]

        /// Creates a composite attribute with the elements that follow from the type of its values;
        /// none if the type is neither a structure nor an enumeration.
        public override init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            let elements = ValueKind.kind(of: valueType, named: name, options: options)?.elements ?? []
            properties = elements.map(Attribute.init(element:))
            super.init(
                name: name, originalName: originalName, options: options, valueType: valueType, defaultValue: defaultValue,
                hashModifier: hashModifier)
        }

        private enum CodingKeys: String, CodingKey {
            case properties
        }

        /// Decodes a composite attribute.
        ///
        /// - Throws: `DecodingError` if the program does not contain the type of a value.
        public required init(from decoder: any Decoder) throws {
            properties = try decoder.container(keyedBy: CodingKeys.self).decode([Attribute].self, forKey: .properties)
            try super.init(from: decoder)
        }

        /// Encodes the attribute with its elements.
        ///
        /// - Throws: `EncodingError` for a private type, and for a default value that is not
        ///   encodable.
        public override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(properties, forKey: .properties)
        }

        override func copied() -> Attribute {
            let copy = CompositeAttribute(
                name: name, originalName: givenOriginalName, options: options, valueType: valueType, defaultValue: defaultValue,
                hashModifier: hashModifier)
            copy.isOptional = isOptional
            copy.properties = properties.map { $0.copied() }
            return copy
        }

        override func isEqual(to other: Attribute) -> Bool {
            super.isEqual(to: other) && properties == (other as? CompositeAttribute)?.properties
        }
    }
}

extension Schema.Attribute {
    fileprivate convenience init(element: ValueKind.Element) {
        self.init(name: element.name, valueType: element.type)
    }
}
