public import Foundation

/// A property whose value belongs to the scene: all views of a window that use the same key share
/// it, no other window does, and it is restored with the window.
///
///     @SceneStorage("DetailView.selectedTab") private var selectedTab = Tabs.detail
///
/// A window is a tab of a browser. The value survives a reload of the tab, a crash of the browser
/// and an end of the server, and a new version of the app. It ends when the app closes the window
/// with `dismissWindow`, or when no tab has shown the scene for the time of `--scene-lifetime`.
///
/// A value that was stored as another type reads as the default, which is not stored. Keep the
/// values small, such as an identifier, a tab or the text of a field. Do not use it for data that
/// must be kept: the server writes at most once a second, and forgets scenes.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    private let key: String
    private let defaultValue: Value
    private let conversion: any StorageConversion<Value>.Type
    private var location: SceneLocation<Value>?

    /// Creates a property with a conversion for its type. Other modules use it for types of theirs.
    package init(_ key: String, default defaultValue: Value, _ conversion: any StorageConversion<Value>.Type) {
        self.key = key
        self.defaultValue = defaultValue
        self.conversion = conversion
    }

    /// The value. Before the view is shown, reading returns the default, and setting has no effect
    /// and writes a warning.
    public var wrappedValue: Value {
        get { location?.read() ?? defaultValue }
        nonmutating set {
            guard let location else {
                return WarningLog.warn(
                    "@SceneStorage(\"\(key)\") was set outside a window, which has no effect. "
                        + "Set it in an action or a task of a view that is shown.")
            }
            location.write(newValue, in: Transaction.current ?? Transaction())
        }
    }

    /// A binding to the value: `$selectedTab`. Before the view is shown, a constant one.
    public var projectedValue: Binding<Value> {
        guard let location else { return .constant(defaultValue) }
        return Binding(location)
    }

    /// Connects the property to the storage of its window.
    public mutating func _install(_ slots: PropertySlots) {
        guard let session = slots.environment.sceneSession else { return }
        let location = slots.next { SceneLocation(session, key, defaultValue, conversion) }
        location.connect(session, key, defaultValue)
        self.location = location
    }
}

extension SceneStorage: Sendable where Value: Sendable {}

extension SceneStorage {
    /// Creates a Boolean property.
    public init(wrappedValue: Value, _ key: String) where Value == Bool {
        self.init(key, default: wrappedValue, PlainConversion<Bool>.self)
    }

    /// Creates an integer property.
    public init(wrappedValue: Value, _ key: String) where Value == Int {
        self.init(key, default: wrappedValue, PlainConversion<Int>.self)
    }

    /// Creates a property of a floating-point number.
    public init(wrappedValue: Value, _ key: String) where Value == Double {
        self.init(key, default: wrappedValue, PlainConversion<Double>.self)
    }

    /// Creates a string property.
    public init(wrappedValue: Value, _ key: String) where Value == String {
        self.init(key, default: wrappedValue, PlainConversion<String>.self)
    }

    /// Creates a URL property.
    public init(wrappedValue: Value, _ key: String) where Value == URL {
        self.init(key, default: wrappedValue, PlainConversion<URL>.self)
    }

    /// Creates a date property.
    public init(wrappedValue: Value, _ key: String) where Value == Date {
        self.init(key, default: wrappedValue, PlainConversion<Date>.self)
    }

    /// Creates a data property.
    public init(wrappedValue: Value, _ key: String) where Value == Data {
        self.init(key, default: wrappedValue, PlainConversion<Data>.self)
    }

    /// Creates a property of a type whose raw values are integers.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, default: wrappedValue, RawValueConversion<Value>.self)
    }

    /// Creates a property of a type whose raw values are strings.
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, default: wrappedValue, RawValueConversion<Value>.self)
    }
}

extension SceneStorage where Value: ExpressibleByNilLiteral {
    /// Creates an optional Boolean property, nil at first.
    public init(_ key: String) where Value == Bool? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<Bool>>.self)
    }

    /// Creates an optional integer property, nil at first.
    public init(_ key: String) where Value == Int? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<Int>>.self)
    }

    /// Creates an optional property of a floating-point number, nil at first.
    public init(_ key: String) where Value == Double? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<Double>>.self)
    }

    /// Creates an optional string property, nil at first.
    public init(_ key: String) where Value == String? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<String>>.self)
    }

    /// Creates an optional URL property, nil at first.
    public init(_ key: String) where Value == URL? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<URL>>.self)
    }

    /// Creates an optional date property, nil at first.
    public init(_ key: String) where Value == Date? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<Date>>.self)
    }

    /// Creates an optional data property, nil at first.
    public init(_ key: String) where Value == Data? {
        self.init(key, default: nil, OptionalConversion<PlainConversion<Data>>.self)
    }
}

extension SceneStorage {
    /// Creates a property of the user's choice of a table's columns.
    public init<RowValue>(wrappedValue: Value = TableColumnCustomization<RowValue>(), _ key: String)
    where Value == TableColumnCustomization<RowValue>, RowValue: Identifiable {
        self.init(key, default: wrappedValue, CodableConversion<TableColumnCustomization<RowValue>>.self)
    }

    /// Creates a property of an optional type whose raw values are strings, nil at first.
    public init<R>(_ key: String) where Value == R?, R: RawRepresentable, R.RawValue == String {
        self.init(key, default: nil, OptionalConversion<RawValueConversion<R>>.self)
    }

    /// Creates a property of an optional type whose raw values are integers, nil at first.
    public init<R>(_ key: String) where Value == R?, R: RawRepresentable, R.RawValue == Int {
        self.init(key, default: nil, OptionalConversion<RawValueConversion<R>>.self)
    }
}

/// The location of a property in the storage of a scene.
// Safe to share: the place is used under the lock, and the session is safe to share.
private final class SceneLocation<Value>: BindingLocation<Value>, @unchecked Sendable {
    private struct Place {
        let session: SceneSession
        let key: String
        let box: SceneBox
        let defaultValue: Value
    }

    private let conversion: any StorageConversion<Value>.Type
    private let lock = NSLock()
    private var place: Place

    init(
        _ session: SceneSession, _ key: String, _ defaultValue: Value, _ conversion: any StorageConversion<Value>.Type
    ) {
        self.conversion = conversion
        place = Place(session: session, key: key, box: session.box(of: key), defaultValue: defaultValue)
    }

    /// Sets the place of the property in an evaluation of its view, which may have another key.
    func connect(_ session: SceneSession, _ key: String, _ defaultValue: Value) {
        let former = lock.withLock { place }
        let isSame = former.session === session && former.key == key
        let box = isSame ? former.box : session.box(of: key)
        lock.withLock { place = Place(session: session, key: key, box: box, defaultValue: defaultValue) }
    }

    override func read() -> Value {
        let place = lock.withLock { self.place }
        guard let stored = place.box.value else { return place.defaultValue }
        return conversion.value(of: stored) ?? place.defaultValue
    }

    override func write(_ value: Value, in transaction: Transaction) {
        let place = lock.withLock { self.place }
        place.session.set(conversion.stored(value), of: place.key)
    }
}
