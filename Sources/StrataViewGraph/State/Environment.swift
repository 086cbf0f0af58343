internal import StrataTraps

/// A type that names a value of the environment and provides its default.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value

    /// The value for views above which no view has set one.
    static var defaultValue: Value { get }
}

// This module writes out its keys instead of declaring values with `@Entry`. The compiler sends each
// macro to the plug-in, so 127 entries take more than twice as long to type-check as 127 keys.

/// The values that are passed down the view tree. A modifier that changes one changes a copy.
public struct EnvironmentValues {
    /// The value that was set last; nil if all values have their defaults.
    private var last: EnvironmentEntry?

    /// Creates an environment with every value at its default.
    public init() {}

    /// The value of a key, or its default if none was set.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            guard let entry = last?.last(ObjectIdentifier(key)) else { return Key.defaultValue }
            return unsafeDowncast(entry, to: TypedEnvironmentEntry<Key.Value>.self).value
        }
        set {
            let id = ObjectIdentifier(key)
            var previous = last
            if let entry = last?.last(id) {
                if haveSameBytes(unsafeDowncast(entry, to: TypedEnvironmentEntry<Key.Value>.self).value, newValue) { return }
                // A value that replaces the last one does not lengthen the list.
                if entry === last { previous = entry.previous }
            } else if _isPOD(Key.Value.self), haveSameBytes(Key.defaultValue, newValue) {
                return
            }
            let entry = TypedEnvironmentEntry(id, newValue, after: previous)
            last = entry.count > EnvironmentEntry.mostEntries ? entry.compacted : entry
        }
    }

    /// Whether both are the same environment, so that no value needs to be compared.
    func isIdentical(to other: EnvironmentValues) -> Bool { last === other.last }

    /// Whether both have the value of a key from the same view.
    func hasSameSource<Key: EnvironmentKey>(_ key: Key.Type, as other: EnvironmentValues) -> Bool {
        last?.last(ObjectIdentifier(key)) === other.last?.last(ObjectIdentifier(key))
    }

    /// Returns whether the values that were set are known to be equal in both. A value that is not
    /// Equatable counts as different unless it has the same bytes in both.
    func isEqual(to other: EnvironmentValues) -> Bool { EnvironmentEntry.areEqual(last, other.last) }

    /// The observable object of a type, set with `environment(_:)` or `environmentObject(_:)`.
    package subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { self[ObjectKey<Object>.self] }
        set { self[ObjectKey<Object>.self] = newValue }
    }
}

/// The key of the observable object of a type.
private enum ObjectKey<Object: AnyObject>: EnvironmentKey {
    static var defaultValue: Object? { nil }
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

    /// The environment of an element that is shown over the window. Values that describe the
    /// surroundings of the presenting view are reset: its text and button styles, its being
    /// disabled, its toolbar, its list and its row, and what modifiers connect with the next field
    /// or scroll view.
    var forPresentation: EnvironmentValues {
        var values = self
        values.textStyle = TextStyle()
        values.isEnabled = true
        values.buttonStyles = []
        values.controlSize = .regular
        if !values.focusPlacements.isEmpty { values.focusPlacements = [] }
        if values.focusRegion != nil { values.focusRegion = nil }
        if !values.searchFocus.isEmpty { values.searchFocus = [] }
        values.scrollPosition = nil
        values.isMenuContent = false
        values.isToolbarContent = false
        values.keyboardShortcut = nil
        values.submitActions = []
        values.endPendingTraits()
        values.rowContainer = .none
        values.isRowContent = false
        values.isInFormOrList = false
        values.rowTraits = nil
        values.listSelection = nil
        if values.unclaimedSearch != nil { values.unclaimedSearch = nil }
        if values.selectionMenu != nil { values.selectionMenu = nil }
        return values
    }
}

/// A property that reads a value from the environment of its view.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    /// A closure that reads an observable object from the environment.
    private final class ObjectReader {
        let read: (EnvironmentValues) -> Value
        init(_ read: @escaping (EnvironmentValues) -> Value) { self.read = read }
    }

    /// A key path or an `ObjectReader`: a single reference, so that views that read the same key
    /// path have the same bytes (see `ViewValue`).
    private let source: AnyObject
    private var values: EnvironmentValues?

    /// Creates a property that reads a value by its key path:
    /// `@Environment(\.managedObjectContext)`.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = keyPath }

    /// Creates a property that reads an observable object by its type. Reading it traps unless a
    /// view above has set one with `environment(_:)`.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        source = ObjectReader { values in
            guard let object = values[object: type] else {
                trap(
                    "No \(type) in the environment. Add .environment(object) to a view above the one that reads it.")
            }
            return object
        }
    }

    /// Creates a property that reads an observable object by its type; nil unless a view above has
    /// set one with `environment(_:)`.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        source = ObjectReader { $0[object: objectType] }
    }

    /// The value in the environment of the view. Before the view is shown, the value of an empty
    /// environment.
    public var wrappedValue: Value {
        let values = values ?? EnvironmentValues()
        if let reader = source as? ObjectReader { return reader.read(values) }
        return values[keyPath: unsafeDowncast(source, to: KeyPath<EnvironmentValues, Value>.self)]
    }

    /// Copies the node's environment.
    public mutating func _install(_ slots: PropertySlots) { values = slots.environment }
}
