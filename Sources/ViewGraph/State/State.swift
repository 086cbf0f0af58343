import Foundation
internal import Traps

/// A value that a view owns and that outlives the view's own value; a change brings the bodies that read it up to date.
@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initial: Value
    private var box: StateBox<Value>?

    public init(wrappedValue: Value) { initial = wrappedValue }
    public init(initialValue: Value) { initial = initialValue }

    public var wrappedValue: Value {
        get { box?.value ?? initial }
        nonmutating set {
            guard let box else {
                trap("@State was set before its view was shown. Set it from body, an action or a task.")
            }
            box.value = newValue
        }
    }

    public var projectedValue: Binding<Value> {
        guard let box else { return .constant(initial) }
        return Binding(get: { box.value }, set: { box.value = $0 })
    }

    public mutating func _install(_ slots: PropertySlots) { box = slots.next { StateBox(initial) } }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// Where a state's value lives. Reads and writes go through Observation, so a body that reads it is told of the next write.
// Safe to share: the value is used under the lock; the author of the state answers for what it
// refers to.
final class StateBox<Value>: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return lock.withLock { stored }
        }
        // From any thread: a task may set state when it is done.
        set { registrar.withMutation(of: self, keyPath: \.value) { lock.withLock { stored = newValue } } }
    }
}
