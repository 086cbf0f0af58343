extension Schema {
    /// The uniqueness constraints of a model, as `#Unique` declares them.
    ///
    /// It is a property only so that a model's metadata can list it.
    public final class Unique<T>: SchemaProperty {
        /// The name by which a model's metadata lists constraints.
        public var name: String

        /// The same as `name` unless set.
        public var originalName: String

        /// The type of the list of constraints.
        public var valueType: any Any.Type

        /// The constraints: lists of properties whose combined values are unique among all models.
        public let constraints: [[PartialKeyPath<T>]]

        /// Creates a constraint for each list of properties.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            name = MetadataNames.unique
            originalName = MetadataNames.unique
            valueType = [[PartialKeyPath<T>]].self
            self.constraints = constraints
        }

        /// Always throws: key paths cannot be decoded. An encoded entity contains its constraints
        /// as names.
        public init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "Key paths cannot be decoded. Read the entity's uniquenessConstraints, which are names."))
        }

        /// Always throws: key paths cannot be encoded. An encoded entity contains its constraints
        /// as names.
        public func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "Key paths cannot be encoded. Encode the entity, whose constraints are names."))
        }

        /// Returns whether two lists have the same constraints in the same order.
        public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }

        /// Hashes the constraints.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(constraints)
        }
    }
}

/// The names of the entries of a model's metadata that are not properties.
enum MetadataNames {
    static let unique = "SwiftData.Schema.Unique"
    static let index = "SwiftData.Schema.Index"
}

/// The uniqueness constraints of a model, without its type.
protocol UniqueDeclaration {
    /// The key paths of each constraint.
    var declarations: [[AnyKeyPath]] { get }
}

extension Schema.Unique: UniqueDeclaration {
    var declarations: [[AnyKeyPath]] { constraints }
}
