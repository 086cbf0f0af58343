import Foundation
internal import StrataTraps

/// A value that bindings read and write.
///
/// Each evaluation of a body makes its bindings again: `$name`, `$draft.title`. A binding contains
/// only a reference to its location. All bindings to a state have the same location, its
/// ``StateBox``, and all bindings to one property of it have another one. So the bindings of two
/// evaluations have the same bytes, and a view that contains one is not evaluated again only
/// because its parent was (see `ViewValue`).
// Safe to share: `derived` is accessed under a lock, and subclasses say why they are safe.
class BindingLocation<Value>: @unchecked Sendable {
    /// The locations of the value's properties that a binding or another location still uses.
    private var derived: [AnyKeyPath: WeakLocation] = [:]

    /// Returns the value.
    func read() -> Value { trap("\(Self.self) does not implement read().") }

    /// Sets the value, in the transaction of the running code.
    func write(_ value: Value, in transaction: Transaction) { trap("\(Self.self) does not implement write(_:in:).") }

    /// The source of the value. Two locations with the same source refer to the same value.
    var source: BindingSource { BindingSource(object: ObjectIdentifier(self), path: []) }

    /// Returns the location of a property of the value.
    func location<Subject>(at keyPath: WritableKeyPath<Value, Subject>) -> BindingLocation<Subject> {
        // Released after the lock: the end of a location or of a key path's argument may run the app's
        // code, which may make bindings.
        var (former, living): ([AnyKeyPath: WeakLocation], [AnyObject]) = ([:], [])
        defer { withExtendedLifetime((former, living)) {} }
        return derivedLocationsLock.withLock {
            if let known = derived[keyPath]?.location as? BindingLocation<Subject> { return known }
            // A key path with arguments (`\.[index]`) may have any number of values.
            if derived.count >= 32 {
                former = derived
                living = former.values.compactMap(\.location)
                derived = former.filter { $0.value.location != nil }
            }
            let location = KeyPathLocation(self, keyPath)
            derived[keyPath] = WeakLocation(location: location)
            return location
        }
    }
}

/// Protects the derived locations of all locations. A lock for each would make every state larger.
private let derivedLocationsLock = NSLock()

private struct WeakLocation {
    weak var location: AnyObject?
}

/// The object that a binding leads from, and the key paths, indices and converted types from there
/// to the value.
struct BindingSource: Hashable {
    let object: ObjectIdentifier
    let path: [AnyHashable]

    /// Returns the source of a part of the value.
    func appending(_ step: AnyHashable) -> BindingSource { BindingSource(object: object, path: path + [step]) }
}

/// The location of a property of an object. Each evaluation makes another one, so that a view that
/// contains the binding is evaluated with its parent, which may be the one that observes the object.
// Safe to share: it is immutable, and the object is the responsibility of the app.
final class PropertyLocation<Object: AnyObject, Value>: BindingLocation<Value>, @unchecked Sendable {
    private let object: Object
    private let keyPath: ReferenceWritableKeyPath<Object, Value>

    init(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
        self.object = object
        self.keyPath = keyPath
    }

    override func read() -> Value { object[keyPath: keyPath] }

    override func write(_ value: Value, in transaction: Transaction) { object[keyPath: keyPath] = value }

    override var source: BindingSource {
        BindingSource(object: ObjectIdentifier(object), path: [AnyHashable(keyPath as AnyKeyPath)])
    }
}

/// The location of a binding made of closures.
// Safe to share: it is immutable, and the closures are the responsibility of the app.
final class ClosureLocation<Value>: BindingLocation<Value>, @unchecked Sendable {
    private let readValue: () -> Value
    private let writeValue: (Value, Transaction) -> Void

    init(read: @escaping () -> Value, write: @escaping (Value, Transaction) -> Void) {
        readValue = read
        writeValue = write
    }

    override func read() -> Value { readValue() }

    override func write(_ value: Value, in transaction: Transaction) { writeValue(value, transaction) }
}

/// The location of a property. A write reads the whole value, changes the property, and writes the
/// whole value.
// Safe to share: it is immutable, and so is a key path.
private final class KeyPathLocation<Root, Value>: BindingLocation<Value>, @unchecked Sendable {
    private let root: BindingLocation<Root>
    private let keyPath: WritableKeyPath<Root, Value>

    init(_ root: BindingLocation<Root>, _ keyPath: WritableKeyPath<Root, Value>) {
        self.root = root
        self.keyPath = keyPath
    }

    override func read() -> Value { root.read()[keyPath: keyPath] }

    override var source: BindingSource { root.source.appending(AnyHashable(keyPath as AnyKeyPath)) }

    override func write(_ value: Value, in transaction: Transaction) {
        var whole = root.read()
        whole[keyPath: keyPath] = value
        root.write(whole, in: transaction)
    }
}
