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
    /// Values that the built-in views pass down to each other.
    package var inherited = InheritedStyle()

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

    /// The observable object of a type, set with `environment(_:)` or `environmentObject(_:)`.
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

/// Values that built-in views pass down: text style, the state of controls, and traits for the next
/// element.
package struct InheritedStyle {
    package var text = TextStyle()
    package var isEnabled = true
    package var buttonStyle = ButtonAppearance.automatic
    package var shortcut: KeyboardShortcut?
    /// Called after a button's action: an alert closes when any of its buttons is pressed.
    package var afterPress: (() -> Void)?
    /// Called when the user presses Return in a text field.
    package var onSubmit: (() -> Void)?
    /// For the next element only.
    package var traits = ElementTraits()
    /// Whether the view is directly in a list, where it becomes a row.
    package var isListContent = false
}

/// Reads a value from the view's environment.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value
    private var values: EnvironmentValues?

    /// Reads a value by its key path: `@Environment(\.managedObjectContext)`.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    /// Reads an observable object that a view above has set with `environment(_:)`. Reading it
    /// traps if none has.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        read = { values in
            guard let object = values[object: type] else {
                trap(
                    "No \(type) in the environment. Add .environment(object) to a view above the one that reads it.")
            }
            return object
        }
    }

    /// The value in the environment of the view; the default outside a view that is shown.
    public var wrappedValue: Value { read(values ?? EnvironmentValues()) }

    /// Copies the node's environment.
    public mutating func _install(_ slots: PropertySlots) { values = slots.environment }
}
