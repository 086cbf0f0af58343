extension Schema {
    /// The indexes of a model, as `#Index` declares them.
    ///
    /// It is a property only so that a model's metadata can list it.
    public final class Index<T>: SchemaProperty {
        /// The structure of an index, with the properties that it contains, in order.
        public enum Types<P>: Hashable {
            /// A B-tree, in the order of the values.
            case binary([PartialKeyPath<P>])
            /// An R-tree, for ranges of numbers, with one dimension for each property.
            case rtree([PartialKeyPath<P>])
        }

        /// The name by which a model's metadata lists indexes.
        public var name: String

        /// The same as `name` unless set.
        public var originalName: String

        /// The type of the list of indexes.
        public var valueType: any Any.Type

        /// The indexes.
        public let indices: [Types<T>]

        private init(list: [Types<T>]) {
            name = MetadataNames.index
            originalName = MetadataNames.index
            valueType = [Types<T>].self
            indices = list
        }

        /// Creates a B-tree for each list of properties.
        public convenience init(_ binaryIndices: [PartialKeyPath<T>]...) {
            self.init(list: binaryIndices.map { .binary($0) })
        }

        /// Creates indexes of given structures.
        public convenience init(_ indices: Types<T>...) {
            self.init(list: indices)
        }

        /// Always throws: key paths cannot be decoded. An encoded entity contains its indexes as
        /// names.
        public init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "Key paths cannot be decoded. Read the indices of the entity, which are names."))
        }

        /// Always throws: key paths cannot be encoded. An encoded entity contains its indexes as
        /// names.
        public func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "Key paths cannot be encoded. Encode the entity, whose indices are names."))
        }

        /// Returns whether two lists have the same indexes in the same order.
        public static func == (lhs: Index, rhs: Index) -> Bool { lhs.indices == rhs.indices }

        /// Hashes the indexes.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(indices)
        }
    }
}

extension Schema {
    /// An index of a model, without the model's type.
    struct IndexKeyPaths: Equatable {
        let kind: IndexKind
        let keyPaths: [AnyKeyPath]
    }
}

/// The indexes of a model, without its type.
protocol IndexDeclaration {
    /// The structure and key paths of each index.
    var declarations: [Schema.IndexKeyPaths] { get }
}

extension Schema.Index: IndexDeclaration {
    var declarations: [Schema.IndexKeyPaths] {
        indices.map { index in
            switch index {
            case .binary(let keyPaths): Schema.IndexKeyPaths(kind: .binary, keyPaths: keyPaths)
            case .rtree(let keyPaths): Schema.IndexKeyPaths(kind: .rtree, keyPaths: keyPaths)
            }
        }
    }
}
