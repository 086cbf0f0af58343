extension Schema {
    /// A relationship of an entity: a property that refers to one or several models.
    public final class Relationship: SchemaProperty {
        /// The effect that deleting a model has on the models of a relationship.
        public enum DeleteRule: String, Codable, Hashable, Sendable {
            /// They are deleted, too.
            case cascade
            /// The model cannot be deleted while the relationship has models.
            case deny
            /// They are not changed, and may keep referring to the deleted model.
            case noAction
            /// They no longer refer to the deleted model.
            case nullify
        }

        /// An option of a relationship.
        public struct Option: Codable, Hashable, Sendable {
            private enum Kind: String, Codable { case unique }

            private let kind: Kind

            /// No two models refer to the same model. For to-one relationships only.
            public static var unique: Option { Option(kind: .unique) }
        }

        /// The relationship's name; empty until a schema sets it.
        public var name: String

        private var givenOriginalName: String?

        /// The relationship's name in earlier versions of the schema; `name` unless it was renamed.
        public var originalName: String {
            get { givenOriginalName ?? name }
            set { givenOriginalName = newValue }
        }

        /// The options that the relationship was declared with.
        public var options: [Option]

        /// The type of the values, such as `Trip?` or `[Trip]`; `Any` until a schema sets it.
        public var valueType: any Any.Type

        /// The name of the entity that the relationship refers to; empty until a schema sets it.
        public var destination: String

        /// The name of the inverse relationship; `nil` if there is none.
        public var inverseName: String?

        /// The relationship's key path; `nil` until a schema sets it, and in a decoded schema.
        public var keypath: AnyKeyPath?

        /// The key path of the inverse relationship; `nil` if there is none, and in a decoded
        /// schema.
        public var inverseKeyPath: AnyKeyPath?

        /// The effect that deleting the owner has on the related models. Nullify unless set.
        public var deleteRule: DeleteRule

        /// The minimum number of models; 0 or `nil` for no limit.
        public var minimumModelCount: Int?

        /// The maximum number of models of a to-many relationship; 0 or `nil` for no limit. A
        /// to-one relationship has one at most.
        public var maximumModelCount: Int?

        /// A string that is part of the version hash. Set it to give the relationship another hash
        /// although its declaration did not change.
        public var hashModifier: String?

        /// Whether the declaration says `inverse: nil`: no inverse is inferred then.
        var isOneWay: Bool

        private init(
            options: [Option], _ deleteRule: DeleteRule, _ minimum: Int?, _ maximum: Int?, _ originalName: String?,
            inverse: AnyKeyPath?, isOneWay: Bool, _ hashModifier: String?
        ) {
            name = ""
            givenOriginalName = originalName
            self.options = options
            valueType = Any.self
            destination = ""
            inverseKeyPath = inverse
            self.deleteRule = deleteRule
            minimumModelCount = minimum
            maximumModelCount = maximum
            self.isOneWay = isOneWay
            self.hashModifier = hashModifier
        }

        /// Creates a relationship without a name, as the arguments of `@Relationship` are passed
        /// on. A schema infers its inverse.
        public convenience init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
            originalName: String? = nil, hashModifier: String? = nil
        ) {
            self.init(
                options: options, deleteRule, minimumModelCount, maximumModelCount, originalName, inverse: nil, isOneWay: false,
                hashModifier)
        }

        /// Creates a relationship without a name, as the arguments of `@Relationship` are passed
        /// on.
        ///
        /// - Parameter inverse: The inverse relationship. `nil` means that the relationship has
        ///   none, whereas a schema infers the inverse of a relationship without this argument.
        public convenience init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0, maximumModelCount: Int? = 0,
            originalName: String? = nil, inverse: AnyKeyPath?, hashModifier: String? = nil
        ) {
            self.init(
                options: options, deleteRule, minimumModelCount, maximumModelCount, originalName, inverse: inverse,
                isOneWay: inverse == nil, hashModifier)
        }

        /// Returns a copy, which can be changed independently.
        func copied() -> Relationship {
            let copy = Relationship(
                options: options, deleteRule, minimumModelCount, maximumModelCount, givenOriginalName, inverse: inverseKeyPath,
                isOneWay: isOneWay, hashModifier)
            copy.name = name
            copy.keypath = keypath
            copy.valueType = valueType
            copy.destination = destination
            copy.inverseName = inverseName
            return copy
        }

        private enum CodingKeys: String, CodingKey {
            case name, originalName, options, valueType, destination, inverseName, deleteRule, minimumModelCount
            case maximumModelCount, hashModifier, isOneWay
        }

        /// Decodes a relationship. It has no key paths.
        ///
        /// - Throws: `DecodingError` if the program does not contain the type of the values.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            givenOriginalName = try container.decodeIfPresent(String.self, forKey: .originalName)
            options = try container.decode([Option].self, forKey: .options)
            valueType = try container.decode(CodedType.self, forKey: .valueType).type
            destination = try container.decode(String.self, forKey: .destination)
            inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
            deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
            minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
            maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
            hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
            isOneWay = try container.decode(Bool.self, forKey: .isOneWay)
        }

        /// Encodes the relationship, without its key paths.
        ///
        /// - Throws: `EncodingError` for a private type.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(givenOriginalName, forKey: .originalName)
            try container.encode(options, forKey: .options)
            try container.encode(CodedType(valueType), forKey: .valueType)
            try container.encode(destination, forKey: .destination)
            try container.encodeIfPresent(inverseName, forKey: .inverseName)
            try container.encode(deleteRule, forKey: .deleteRule)
            try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
            try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
            try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
            try container.encode(isOneWay, forKey: .isOneWay)
        }
    }
}

extension Schema.Relationship {
    /// False: the property is no attribute.
    public var isAttribute: Bool { false }

    /// True: the property is a relationship.
    public var isRelationship: Bool { true }

    /// A Boolean value that indicates whether no two models refer to the same model: whether the
    /// relationship has the option `unique`.
    public var isUnique: Bool { options.contains(.unique) }

    /// A Boolean value that indicates whether the relationship refers to one model at most.
    public var isToOneRelationship: Bool { RelationshipTarget(valueType)?.isToMany != true }
}

extension Schema.Relationship: Hashable {
    /// Returns whether two relationships are equal in all their parts. Key paths are compared by
    /// the names of their properties, since a decoded relationship has none.
    public static func == (lhs: Schema.Relationship, rhs: Schema.Relationship) -> Bool {
        lhs === rhs
            || lhs.name == rhs.name
                && lhs.originalName == rhs.originalName
                && lhs.options == rhs.options
                && lhs.valueType == rhs.valueType
                && lhs.destination == rhs.destination
                && lhs.inverseName == rhs.inverseName
                && lhs.deleteRule == rhs.deleteRule
                && lhs.minimumModelCount == rhs.minimumModelCount
                && lhs.maximumModelCount == rhs.maximumModelCount
                && lhs.hashModifier == rhs.hashModifier
    }

    /// Hashes the name and the destination.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(destination)
    }
}
