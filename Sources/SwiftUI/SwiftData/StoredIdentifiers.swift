#if SwiftData
    public import Foundation
    public import StrataViewGraph
    public import SwiftData

    // Identifiers of models in settings and in scenes. They are stored as the data of their JSON, with
    // which an identifier finds its model again after a launch. That of a model that was never saved
    // is temporary and finds nothing then: save a model before its identifier is stored.

    extension AppStorage {
        /// Creates a property that reads and writes the identifier of a model.
        ///
        /// - Parameters:
        ///   - wrappedValue: The value while the store has none for the key.
        ///   - key: The key in the store.
        ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
        public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == PersistentIdentifier {
            self.init(wrappedValue, key, store, CodableConversion<PersistentIdentifier>.self)
        }

        /// Creates a property that reads and writes the identifier of a model: nil while the store has
        /// none for the key. Setting it to nil removes the key.
        ///
        /// - Parameters:
        ///   - key: The key in the store.
        ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
        public init(_ key: String, store: UserDefaults? = nil) where Value == PersistentIdentifier? {
            self.init(nil, key, store, OptionalConversion<CodableConversion<PersistentIdentifier>>.self)
        }
    }

    extension SceneStorage {
        /// Creates a property of the identifier of a model.
        public init(wrappedValue: Value, _ key: String) where Value == PersistentIdentifier {
            self.init(key, default: wrappedValue, CodableConversion<PersistentIdentifier>.self)
        }

        /// Creates a property of the identifier of a model, nil at first.
        public init(_ key: String) where Value == PersistentIdentifier? {
            self.init(key, default: nil, OptionalConversion<CodableConversion<PersistentIdentifier>>.self)
        }
    }
#endif
