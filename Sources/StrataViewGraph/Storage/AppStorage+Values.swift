public import Foundation

extension AppStorage {
    /// Creates a property that reads and writes a Boolean.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(wrappedValue, key, store, PlainConversion<Bool>.self)
    }

    /// Creates a property that reads and writes an integer.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(wrappedValue, key, store, PlainConversion<Int>.self)
    }

    /// Creates a property that reads and writes a real number.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(wrappedValue, key, store, PlainConversion<Double>.self)
    }

    /// Creates a property that reads and writes a string.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(wrappedValue, key, store, PlainConversion<String>.self)
    }

    /// Creates a property that reads and writes a URL.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(wrappedValue, key, store, PlainConversion<URL>.self)
    }

    /// Creates a property that reads and writes data.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(wrappedValue, key, store, PlainConversion<Data>.self)
    }

    /// Creates a property that reads and writes a date.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Date {
        self.init(wrappedValue, key, store, PlainConversion<Date>.self)
    }

    /// Creates a property that reads and writes a value by its raw value, an integer. A raw value
    /// that the type does not have reads as the default value.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(wrappedValue, key, store, RawValueConversion<Value>.self)
    }

    /// Creates a property that reads and writes a value by its raw value, a string. A raw value
    /// that the type does not have reads as the default value.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(wrappedValue, key, store, RawValueConversion<Value>.self)
    }

    /// Creates a property that reads and writes the user's choice of the columns of a table.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value while the store has none for the key.
    ///   - key: The key in the store.
    ///   - store: The store; nil for the one that `defaultAppStorage(_:)` sets.
    public init<RowValue: Identifiable>(
        wrappedValue: Value = TableColumnCustomization<RowValue>(), _ key: String, store: UserDefaults? = nil
    ) where Value == TableColumnCustomization<RowValue> {
        self.init(wrappedValue, key, store, CodableConversion<Value>.self)
    }
}
