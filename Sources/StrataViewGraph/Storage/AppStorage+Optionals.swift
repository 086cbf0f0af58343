public import Foundation

extension AppStorage where Value: ExpressibleByNilLiteral {
    /// Creates a property that reads and writes an optional Boolean: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<Bool>>.self)
    }

    /// Creates a property that reads and writes an optional integer: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<Int>>.self)
    }

    /// Creates a property that reads and writes an optional real number: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<Double>>.self)
    }

    /// Creates a property that reads and writes an optional string: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<String>>.self)
    }

    /// Creates a property that reads and writes an optional URL: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == URL? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<URL>>.self)
    }

    /// Creates a property that reads and writes optional data: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<Data>>.self)
    }

    /// Creates a property that reads and writes an optional date: nil while the store
    /// has none for the key. Setting it to nil removes the key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Date? {
        self.init(nil, key, store, OptionalConversion<PlainConversion<Date>>.self)
    }
}

extension AppStorage {
    /// Creates a property that reads and writes an optional value by its raw value, a string. It is
    /// nil while the store has no raw value of the type for the key. Setting it to nil removes the
    /// key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init<R>(_ key: String, store: UserDefaults? = nil) where Value == R?, R: RawRepresentable, R.RawValue == String {
        self.init(nil, key, store, OptionalConversion<RawValueConversion<R>>.self)
    }

    /// Creates a property that reads and writes an optional value by its raw value, an integer. It is
    /// nil while the store has no raw value of the type for the key. Setting it to nil removes the
    /// key.
    ///
    /// - Parameters:
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init<R>(_ key: String, store: UserDefaults? = nil) where Value == R?, R: RawRepresentable, R.RawValue == Int {
        self.init(nil, key, store, OptionalConversion<RawValueConversion<R>>.self)
    }
}
