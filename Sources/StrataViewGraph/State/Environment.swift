internal import StrataTraps

/// The type that names a value in the environment, with its default.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value

    /// The value where no view above has set one.
    static var defaultValue: Value { get }
}

/// Values passed down the view tree, copied where a modifier changes one.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates an environment with every value at its default.
    public init() {}

    /// The value of a key; its default where none was set.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            guard let stored = values[ObjectIdentifier(key)], let value = stored as? Key.Value else { return Key.defaultValue }
            return value
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Returns whether each value that was set is equal in both, as far as that can be found out:
    /// values that are not Equatable count as different unless they are the same object or have the
    /// same bytes.
    func isEqual(to other: EnvironmentValues) -> Bool {
        if haveSameBytes(values, other.values) { return true }
        return values.count == other.values.count
            && values.allSatisfy { key, value in other.values[key].map { areEqual(value, $0) } ?? false }
    }

    /// The observable object of a type, set with `environment(_:)` or `environmentObject(_:)`.
    package subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { values[ObjectIdentifier(type)].flatMap { $0 as? Object } }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}

private struct IsEnabledKey: EnvironmentKey {
    static var defaultValue: Bool { true }
}

extension EnvironmentValues {
    /// Whether controls accept input; `disabled(_:)` sets it.
    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }

    /// The environment of an element that is shown over the window: without the style and the state
    /// of controls of the view that presents it.
    var forPresentation: EnvironmentValues {
        var values = self
        values.textStyle = TextStyle()
        values.isEnabled = true
        values.buttonStyles = []
        values.controlSize = .regular
        values.focusPlacement = nil
        values.isMenuContent = false
        values.keyboardShortcut = nil
        values.submitActions = []
        values.endPendingTraits()
        values.isListContent = false
        values.isRowContent = false
        values.rowTraits = nil
        values.listSelection = nil
        if values.unclaimedSearch != nil { values.unclaimedSearch = nil }
        if values.selectionMenu != nil { values.selectionMenu = nil }
        return values
    }
}

/// Reads a value from the view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    /// Reads an observable object.
    private final class ObjectReader {
        let read: (EnvironmentValues) -> Value
        init(_ read: @escaping (EnvironmentValues) -> Value) { self.read = read }
    }

    /// A key path or an `ObjectReader`: a single reference, so that views that read the same key
    /// path have the same bytes (see `ViewValue`).
    private let source: AnyObject
    private var values: EnvironmentValues?

    /// Reads a value by its key path: `@Environment(\.managedObjectContext)`.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = keyPath }

    /// Reads an observable object that a view above has set with `environment(_:)`. Reading it
    /// traps if none has.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        source = ObjectReader { values in
            guard let object = values[object: type] else {
                trap(
                    "No \(type) in the environment. Add .environment(object) to a view above the one that reads it.")
            }
            return object
        }
    }

    /// Reads an observable object that a view above has set with `environment(_:)`; nil if none has.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        source = ObjectReader { $0[object: objectType] }
    }

    /// The value in the environment of the view; the default outside a view that is shown.
    public var wrappedValue: Value {
        let values = values ?? EnvironmentValues()
        if let reader = source as? ObjectReader { return reader.read(values) }
        return values[keyPath: unsafeDowncast(source, to: KeyPath<EnvironmentValues, Value>.self)]
    }

    /// Copies the node's environment.
    public mutating func _install(_ slots: PropertySlots) { values = slots.environment }
}
