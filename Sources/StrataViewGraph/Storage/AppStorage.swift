package import Foundation
internal import OpenCombine
internal import StrataUserDefaults

/// A property that reads and writes a value of `UserDefaults`. The body is evaluated again after
/// each change of the value, by the view or by anyone else: another window, a task that sets the
/// key, another process.
///
///     @AppStorage("showsDepth") private var showsDepth = true
///
/// The default value is returned while the store has no value of the property's type for the key.
/// It is not written.
///
/// The store is the parameter `store`, that of a `defaultAppStorage(_:)` around the view, or
/// `UserDefaults.standard`. Outside a view, for example in an `ObservableObject`, it is the
/// parameter or the standard one.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let defaultValue: Value
    // Safe to share: user defaults can be used on any thread.
    nonisolated(unsafe) private let store: UserDefaults?
    private let conversion: any StorageConversion<Value>.Type
    /// The location that the view's node keeps; nil before the view is shown, and outside a view.
    private var location: AppStorageLocation<Value>?

    /// Creates a property with a conversion for its type. Other modules use it for types of theirs.
    package init(
        _ defaultValue: Value, _ key: String, _ store: UserDefaults?, _ conversion: any StorageConversion<Value>.Type
    ) {
        self.key = key
        self.defaultValue = defaultValue
        self.store = store
        self.conversion = conversion
    }

    /// The value in the store. Setting it to an equal value changes nothing.
    public var wrappedValue: Value {
        get { current.read() }
        nonmutating set { current.write(newValue, in: Transaction.current ?? Transaction()) }
    }

    /// A binding to the value: `$showsDepth`.
    public var projectedValue: Binding<Value> { Binding(current) }

    private var current: AppStorageLocation<Value> { location ?? makeLocation(in: store ?? .standard, isKept: true) }

    private func makeLocation(in store: UserDefaults, isKept: Bool) -> AppStorageLocation<Value> {
        AppStorageLocation(store, key, isKept: isKept, defaultValue: defaultValue, conversion: conversion)
    }

    /// Connects the property to the key of its store.
    public mutating func _install(_ slots: PropertySlots) {
        let slot = slots.next { AppStorageSlot<Value>() }
        let store = store ?? slots.environment.defaultAppStorage?.defaults ?? .standard
        if let known = slot.location, known.isOf(store, key) {
            known.setDefaultValue(defaultValue)
        } else {
            slot.location = makeLocation(in: store, isKept: false)
        }
        location = slot.location
    }

    /// The value of a property of a class. If the class is an `ObservableObject`, setting it sends
    /// `objectWillChange`.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
        storage storage: ReferenceWritableKeyPath<Owner, AppStorage<Value>>
    ) -> Value {
        get { owner[keyPath: storage].wrappedValue }
        set {
            if let object = owner as? any ObservableObject { sendWillChange(of: object) }
            owner[keyPath: storage].wrappedValue = newValue
        }
    }

    private static func sendWillChange(of object: some ObservableObject) {
        (object.objectWillChange as? ObservableObjectPublisher)?.send()
    }
}

extension AppStorage: Sendable where Value: Sendable {}

/// The location of a property, which its view's node keeps.
private final class AppStorageSlot<Value> {
    var location: AppStorageLocation<Value>?
}

/// The value of a key in a store of user defaults.
// Safe to share: the values of user defaults have locks, and the default value is used under one,
// since each evaluation of the body sets it and a binding may be read on any thread.
final class AppStorageLocation<Value>: BindingLocation<Value>, @unchecked Sendable {
    private let store: UserDefaults
    private let key: DefaultsKey
    private let lock = NSLock()
    private var defaultValue: Value
    private let conversion: any StorageConversion<Value>.Type

    /// - Parameter isKept: Whether nothing keeps the location while it is observed, so that the key
    ///   has to be kept.
    init(
        _ store: UserDefaults, _ name: String, isKept: Bool, defaultValue: Value,
        conversion: any StorageConversion<Value>.Type
    ) {
        self.store = store
        key = store.observedKey(name, isKept: isKept)
        self.defaultValue = defaultValue
        self.conversion = conversion
    }

    /// Sets the value to read while the store has none.
    func setDefaultValue(_ value: Value) {
        var former = value
        lock.withLock { swap(&defaultValue, &former) }
        // Released here, and not under the lock.
        withExtendedLifetime(former) {}
    }

    /// Returns whether the location is that of a key in a store.
    func isOf(_ store: UserDefaults, _ name: String) -> Bool { key.name == name && self.store.isSameStore(as: store) }

    override func read() -> Value {
        key.access()
        return storedValue ?? lock.withLock { defaultValue }
    }

    /// The value in the store; nil if it has none of the property's type.
    private var storedValue: Value? {
        guard let object = store.object(forKey: key.name) else { return nil }
        if let stored = StoredValue(object), let value = conversion.value(of: stored) { return value }
        // Only the store knows how it keeps a URL.
        if object is String || object is Data, let url = store.url(forKey: key.name) {
            return conversion.value(of: .url(url))
        }
        return nil
    }

    override func write(_ value: Value, in transaction: Transaction) {
        switch conversion.stored(value) {
        case nil: store.removeObject(forKey: key.name)
        case .boolean(let value)?: store.set(value, forKey: key.name)
        case .integer(let value)?: store.set(value, forKey: key.name)
        case .real(let value)?: store.set(value, forKey: key.name)
        case .string(let value)?: store.set(value, forKey: key.name)
        case .data(let value)?: store.set(value, forKey: key.name)
        case .date(let value)?: store.set(value, forKey: key.name)
        case .url(let value)?: store.set(value, forKey: key.name)
        }
        store.publishChange(of: key.name)
    }
}

extension StoredValue {
    /// Creates a value from one that user defaults return; nil for a collection.
    fileprivate init?(_ object: Any) {
        switch PropertyListValue(object) {
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .string(let value): self = .string(value)
        case .data(let value): self = .data(value)
        case .date(let value): self = .date(value)
        case .unsigned, .array, .dictionary, nil: return nil
        }
    }
}
