internal import Foundation
internal import Synchronization

/// The value of a transformable attribute: as the app set it, as the store's data, or both.
///
/// A value that was read stays data until it is first accessed, so a fetch does not decode it.
// Safe to share: the state is used under the mutex, and the coding is constant.
final class TransformedValue: NSObject, @unchecked Sendable {
    // Safe to share: used under the mutex. Apps do not change a value after setting it.
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

    /// The value, decoded on first access.
    var value: Any? {
        if let value = state.withLock({ $0.value }) { return value }
        guard let data = state.withLock({ $0.data }) else { return nil }
        let value = coding.decode(data)
        state.withLock { $0.value = value }
        return value
    }

    /// Returns the value as the type that an accessor declares; `nil` if it is not of that type.
    func value<T>(as type: T.Type) -> T? {
        // Unwraps the value before the cast, because a cast of nil to an optional `T` succeeds.
        if let known = state.withLock({ $0.value }), let value = known as? T { return value }
        if let data = state.withLock({ $0.data }), let value = coding.decode(data, as: type) {
            state.withLock { $0.value = value }
            return value
        }
        guard let value else { return nil }
        return value as? T
    }

    /// Returns the data that the store keeps. Throws if the value cannot be encoded.
    func encoded() throws -> Data {
        let (known, value) = state.withLock { ($0.data, $0.value) }
        if let known { return known }
        // Not as an Optional, whose type an error would name.
        let data = try coding.encode(value ?? NSNull())
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

    /// 0 for all values: a hash of the value would decode it, and no set holds many of them.
    override var hash: Int { 0 }

    override var description: String { value.map { "\($0)" } ?? "nil" }
}
