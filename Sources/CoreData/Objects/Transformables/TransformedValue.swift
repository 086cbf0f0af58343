internal import Foundation
internal import Synchronization

/// The value of a transformable attribute: as the app gave it, as the data that stands for it, or both.
///
/// What was read stays data until somebody looks at it, so fetching does not decode.
// Safe to share: the state is used under the mutex, and the coding is constant.
final class TransformedValue: NSObject, @unchecked Sendable {
    // Safe to share: used under the mutex. An app does not change a value that it has handed in.
    private struct State: @unchecked Sendable {
        var value: Any?
        var data: Data?
    }

    private let state: Mutex<State>
    private let coding: TransformableCoding

    init(_ value: Any, _ coding: TransformableCoding) {
        state = Mutex(State(value: value))
        self.coding = coding
    }

    init(data: Data, _ coding: TransformableCoding) {
        state = Mutex(State(data: data))
        self.coding = coding
    }

    /// The value, as its transformer reads it.
    var value: Any? {
        if let value = state.withLock({ $0.value }) { return value }
        guard let data = state.withLock({ $0.data }) else { return nil }
        let value = coding.decode(data)
        state.withLock { $0.value = value }
        return value
    }

    /// The value as the type that an accessor declares; nil where it is no such value.
    func value<T>(as type: T.Type) -> T? {
        // `T` may be an optional, which a missing value casts to as well.
        if let known = state.withLock({ $0.value }), let value = known as? T { return value }
        if let data = state.withLock({ $0.data }), let value = coding.decode(data, as: type) {
            state.withLock { $0.value = value }
            return value
        }
        guard let value else { return nil }
        return value as? T
    }

    /// What the store keeps. Throws where the transformer makes no data of the value.
    func encoded() throws -> Data {
        let (known, value) = state.withLock { ($0.data, $0.value) }
        if let known { return known }
        let data = try coding.encode(value as Any)
        state.withLock { $0.data = data }
        return data
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? TransformedValue else { return false }
        if self === other { return true }
        let (mine, theirs) = (state.withLock(\.self), other.state.withLock(\.self))
        if let mine = mine.data, let theirs = theirs.data { return mine == theirs }
        guard let mine = value as AnyObject?, let theirs = other.value as AnyObject? else { return false }
        return mine === theirs || (mine as? NSObject)?.isEqual(theirs) == true
    }

    /// The same for all: hashing a value would decode it, and nothing keeps many of them in a set.
    override var hash: Int { 0 }

    override var description: String { value.map { "\($0)" } ?? "nil" }
}
