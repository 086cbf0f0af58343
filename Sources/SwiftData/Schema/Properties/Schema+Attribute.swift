extension Schema {
    /// An attribute of an entity: a property that holds a value, such as a number, a string, an
    /// enumeration or a structure.
    public class Attribute: SchemaProperty {
        /// The attribute's name; empty until a schema sets it.
        public var name: String

        /// The original name of the declaration; `nil` unless the attribute was renamed.
        private(set) var givenOriginalName: String?

        /// The attribute's name in earlier versions of the schema; `name` unless it was renamed.
        ///
        /// A migration finds the attribute's old values by it, so keep it in all later versions.
        public var originalName: String {
            get { givenOriginalName ?? name }
            set { givenOriginalName = newValue }
        }

        /// The options that the attribute was declared with.
        public var options: [Option]

        /// The type of the values, such as `String?`; `Any` until a schema sets it.
        public var valueType: any Any.Type

        /// The value of the declaration; `nil` if there is none.
        ///
        /// A migration gives it to the existing rows of a new attribute.
        public var defaultValue: Any?

        /// A string that is part of the version hash. Set it to give the attribute another hash
        /// although its declaration did not change.
        public var hashModifier: String?

        private var givenOptionality: Bool?

        /// A Boolean value that indicates whether the value may be `nil`: whether `valueType` is an
        /// optional type, unless set.
        public var isOptional: Bool {
            get { givenOptionality ?? (valueType is any OptionalType.Type) }
            set { givenOptionality = newValue }
        }

        /// Creates an attribute without a name, as the arguments of `@Attribute` are passed on.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            name = ""
            givenOriginalName = originalName
            self.options = options
            valueType = Any.self
            self.hashModifier = hashModifier
        }

        /// Creates an attribute.
        public init(
            name: String, originalName: String? = nil, options: [Option] = [], valueType: any Any.Type,
            defaultValue: Any? = nil, hashModifier: String? = nil
        ) {
            self.name = name
            givenOriginalName = originalName
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            self.hashModifier = hashModifier
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, valueType, defaultValue, hashModifier, isOptional
        }

        /// Decodes an attribute.
        ///
        /// - Throws: `DecodingError` if the program does not contain the type of the values.
        public required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            givenOriginalName = try container.decodeIfPresent(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = try container.decode(CodedType.self, forKey: .valueType).type
            defaultValue = try container.decodeAny(OptionalTypes.unwrapped(valueType), forKey: .defaultValue)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            givenOptionality = try container.decodeIfPresent(Bool.self, forKey: .isOptional)
        }

        /// Encodes the attribute.
        ///
        /// - Throws: `EncodingError` for a private type, and for a default value that is not
        ///   encodable.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(givenOriginalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(CodedType(valueType), forKey: .valueType)
            try container.encodeAny(defaultValue, forKey: .defaultValue)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try container.encodeIfPresent(givenOptionality, forKey: .isOptional)
        }

        /// Returns a copy, which can be changed independently.
        func copied() -> Attribute {
            let copy = Attribute(
                name: name, originalName: givenOriginalName, options: options, valueType: valueType, defaultValue: defaultValue,
                hashModifier: hashModifier)
            copy.givenOptionality = givenOptionality
            return copy
        }

        /// Whether an attribute of the same class is equal in all its parts. Overrides call super
        /// first.
        func isEqual(to other: Attribute) -> Bool {
            name == other.name
                && originalName == other.originalName
                && options == other.options
                && valueType == other.valueType
                && isOptional == other.isOptional
                && hashModifier == other.hashModifier
                && areEqual(defaultValue, other.defaultValue)
        }
    }
}

extension Schema.Attribute {
    /// True: the property is an attribute.
    public var isAttribute: Bool { true }

    /// False: the property is no relationship.
    public var isRelationship: Bool { false }

    /// A Boolean value that indicates whether no two models have the same value: whether the
    /// attribute has the option `unique`.
    public var isUnique: Bool { options.contains(.unique) }

    /// A Boolean value that indicates whether the value is kept in memory and never saved: whether
    /// the attribute has the option `ephemeral`.
    public var isTransient: Bool { options.contains(.ephemeral) }

    /// A Boolean value that indicates whether a value transformer encodes the values.
    public var isTransformable: Bool { options.contains { $0.transformerName != nil } }

    /// A Boolean value that indicates whether values are stored as their encoding: whether the
    /// attribute has the option `codable`.
    public var isCodable: Bool { options.contains(.codable) }
}

extension Schema.Attribute: Hashable {
    /// Returns whether two attributes are equal in all their parts.
    public static func == (lhs: Schema.Attribute, rhs: Schema.Attribute) -> Bool {
        lhs === rhs || type(of: lhs) == type(of: rhs) && lhs.isEqual(to: rhs)
    }

    /// Hashes the name and the type of the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ObjectIdentifier(valueType))
    }
}
