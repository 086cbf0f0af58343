internal import Traps

/// A key of a value in the environment, with the value it has where nobody set one.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// Values handed down the view tree.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    /// What the built-in views hand down to each other.
    package var inherited = InheritedStyle()

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get {
            guard let stored = values[ObjectIdentifier(key)], let value = stored as? Key.Value else { return Key.defaultValue }
            return value
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// An observable object set with `.environment(_:)`, found by its type.
    package subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { values[ObjectIdentifier(type)].flatMap { $0 as? Object } }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    /// Whether controls accept input; `disabled(_:)` sets it.
    public var isEnabled: Bool {
        get { inherited.isEnabled }
        set { inherited.isEnabled = newValue }
    }
}

/// What built-in views hand down: text style, the state of controls, and what a modifier said about the next element below it.
package struct InheritedStyle {
    package var text = TextStyle()
    package var isEnabled = true
    package var buttonStyle = ButtonAppearance.automatic
    package var shortcut: KeyboardShortcut?
    /// Called after a button's action: an alert closes when any of its buttons is pressed.
    package var afterPress: (() -> Void)?
    /// Called when a person ends input in a text field with Return.
    package var onSubmit: (() -> Void)?
    /// For the next element only.
    package var traits = ElementTraits()
    /// Whether the view stands directly in a list, so that it becomes a row.
    package var isListContent = false
}

/// Reads a value from the view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value
    private var values: EnvironmentValues?

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    /// Reads an observable object that an ancestor set with `.environment(_:)`.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        read = { values in
            guard let object = values[object: type] else {
                trap(
                    "No \(type) in the environment. Add .environment(object) to a view above the one that reads it.")
            }
            return object
        }
    }

    public var wrappedValue: Value { read(values ?? EnvironmentValues()) }

    public mutating func _install(_ slots: PropertySlots) { values = slots.environment }
}
