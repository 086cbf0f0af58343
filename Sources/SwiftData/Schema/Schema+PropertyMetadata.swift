extension Schema {
    /// The description of a model's property, as the expansion of `@Model` lists it.
    // Safe to share: constant. Key paths are immutable, and only the schema reads the default value
    // and the metadata, which each list creates again.
    public struct PropertyMetadata: @unchecked Sendable {
        let name: String
        let keypath: AnyKeyPath
        let defaultValue: Any?
        let metadata: (any SchemaProperty)?

        /// Creates the description of a property.
        ///
        /// - Parameters:
        ///   - name: The property's name in the source.
        ///   - keypath: The key path of the property.
        ///   - defaultValue: The value in the property's declaration; `nil` if it has none.
        ///   - metadata: The arguments of the property's `@Attribute` or `@Relationship`; `nil` if
        ///     it has none.
        public init(name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }

        /// Whether the entry is not a property, but lists the constraints or indexes of the model.
        var isConstraint: Bool { metadata is any UniqueDeclaration || metadata is any IndexDeclaration }

        /// The key paths of the constraints that the entry lists.
        var uniqueKeyPaths: [[AnyKeyPath]] { (metadata as? any UniqueDeclaration)?.declarations ?? [] }

        /// The indexes that the entry lists.
        var indexKeyPaths: [IndexKeyPaths] { (metadata as? any IndexDeclaration)?.declarations ?? [] }
    }
}
