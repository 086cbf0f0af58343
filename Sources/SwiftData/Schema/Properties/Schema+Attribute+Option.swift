public import CoreData

extension Schema.Attribute {
    /// An option of an attribute: `@Attribute(.unique) var code: String`.
    public struct Option: Codable, Hashable, Sendable {
        private enum Kind: String, Codable {
            case unique, externalStorage, allowsCloudEncryption, ephemeral, spotlight, preserveValueOnDeletion, codable
            case transformable
        }

        private let kind: Kind

        /// The name of the value transformer; `nil` unless the option is `transformable`.
        let transformerName: String?

        private init(_ kind: Kind, transformerName: String? = nil) {
            self.kind = kind
            self.transformerName = transformerName
        }

        /// No two models have the same value. Saving a new model with the value of a stored one
        /// updates the stored one.
        public static var unique: Option { Option(.unique) }

        /// A store may keep a large value in a file of its own.
        public static var externalStorage: Option { Option(.externalStorage) }

        /// CloudKit encrypts the value. There is no CloudKit on Linux, so this has no effect.
        public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }

        /// The value is observed, kept in memory and never saved.
        public static var ephemeral: Option { Option(.ephemeral) }

        /// Spotlight indexes the value. There is no Spotlight on Linux, so this has no effect.
        public static var spotlight: Option { Option(.spotlight) }

        /// The history keeps the value of a deleted model.
        public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }

        /// The value is stored as its encoding, in one column, instead of a column for each stored
        /// property.
        ///
        /// Use it for a type that encodes itself in another form than its stored properties.
        public static var codable: Option { Option(.codable) }

        /// A value transformer encodes the value as data.
        ///
        /// If no transformer is registered with the name of the class, an instance is created and
        /// registered.
        public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
            Option(.transformable, transformerName: TransformerNames.name(of: transformerType))
        }

        /// The value transformer that is registered with a name encodes the value as data.
        public static func transformable(by transformerName: String) -> Option {
            Option(.transformable, transformerName: transformerName)
        }
    }
}

/// The names under which schemas refer to classes of value transformers.
private enum TransformerNames {
    /// Returns the name of a class under which an instance of it is registered.
    ///
    /// An app usually registers its transformer with the name of the class, without the module.
    /// The full name is used if that name belongs to another class.
    static func name(of type: ValueTransformer.Type) -> String {
        let candidates = [String(describing: type), String(reflecting: type)]
        for name in candidates {
            let transformerName = NSValueTransformerName(name)
            if let registered = ValueTransformer(forName: transformerName) {
                if Swift.type(of: registered) == type { return name }
            } else {
                ValueTransformer.setValueTransformer(type.init(), forName: transformerName)
                return name
            }
        }
        return candidates[0]
    }
}
