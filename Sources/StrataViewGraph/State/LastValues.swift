internal import Foundation

/// The last value that a binding has read or written, which it reads when the value has gone.
// Safe to share: the value is accessed under the lock, and the rest is immutable.
final class LastBoundValue<Value>: @unchecked Sendable {
    private var stored: Value
    /// The table that has the value, and its source there; nil for a value of one binding.
    private let entry: (table: LastValues, source: BindingSource)?

    /// Creates the last value of one binding.
    init(_ value: Value) {
        stored = value
        entry = nil
    }

    /// Creates a last value that the bindings with a source share.
    fileprivate init(_ value: Value, of source: BindingSource, in table: LastValues) {
        stored = value
        entry = (table, source)
    }

    deinit {
        if let entry { entry.table.removeEnded(of: entry.source) }
    }

    var value: Value {
        get { lastValuesLock.withLock { stored } }
        set {
            // The old value is released after the lock.
            var value = newValue
            lastValuesLock.withLock { swap(&stored, &value) }
            withExtendedLifetime(value) {}
        }
    }
}

/// Protects all last values. A lock for each would make every binding to an element larger.
private let lastValuesLock = NSLock()

/// The last values that bindings share, by their source, while one of the bindings is in use.
///
/// A binding owns its value, and with it the object of the source. So no other object can have that
/// object's identifier while the value is known.
// Safe to share: the table is accessed under the lock.
final class LastValues: @unchecked Sendable {
    static let shared = LastValues()

    private struct WeakValue { weak var value: AnyObject? }

    private let lock = NSLock()
    private var values: [BindingSource: WeakValue] = [:]

    /// The number of sources whose bindings share a value.
    var count: Int { lock.withLock { values.count } }

    /// Returns the last value that the bindings with a source share; nil if there are none.
    func value<Value>(of source: BindingSource) -> LastBoundValue<Value>? {
        let known: AnyObject? = lock.withLock { values[source]?.value }
        return known as? LastBoundValue<Value>
    }

    /// Returns the last value that the bindings with a source share, after setting it.
    func value<Value>(of source: BindingSource, _ value: Value) -> LastBoundValue<Value> {
        let made = LastBoundValue(value, of: source, in: self)
        // Cast and released after the lock: the end of a value takes it.
        let known: AnyObject? = lock.withLock {
            if let known = values[source]?.value { return known }
            values[source] = WeakValue(value: made)
            return nil
        }
        guard let last = known as? LastBoundValue<Value> else { return made }
        last.value = value
        return last
    }

    /// Removes the value of a source that has ended, unless another one has taken its place.
    fileprivate func removeEnded(of source: BindingSource) {
        // Released after the lock: the end of a key path's argument may run the app's code.
        var removed: [BindingSource: WeakValue].Element?
        var living: AnyObject?
        defer { withExtendedLifetime((removed, living)) {} }
        lock.withLock {
            guard let index = values.index(forKey: source) else { return }
            living = values[index].value.value
            if living == nil { removed = values.remove(at: index) }
        }
    }
}
