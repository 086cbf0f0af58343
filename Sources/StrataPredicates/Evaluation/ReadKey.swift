import Synchronization

/// An inline cache for a key that a compiled predicate reads: the slot of the key's value in the
/// kind of object that was read last.
///
/// Objects of one kind (an entity) store a key at the same slot, so the name is looked up once per
/// kind instead of once per object. Any number of threads can share one cache without a lock: kind
/// and slot are packed into one atomic word, and a thread that finds another kind in it looks up
/// the name.
package final class ReadKey: Sendable {
    package let name: String

    private static let placeBits: UInt64 = 16
    private static let largestPlace: UInt64 = 0xffff
    /// The kind's address in the upper 48 bits and the slot in the lower 16; 0 if empty.
    private let found = Atomic<UInt64>(0)

    package init(_ name: String) {
        self.name = name
    }

    /// Returns the slot of the key in objects of `kind`; nil if `find` returns nil or a slot above
    /// 65,535.
    ///
    /// - Parameter kind: Must live as long as the process: another object at the same address would
    ///   be mistaken for it.
    package func place(in kind: some AnyObject, _ find: (String) -> Int?) -> Int? {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(kind)))
        let last = found.load(ordering: .relaxed)
        if last != 0, last >> Self.placeBits == address { return Int(last & Self.largestPlace) }
        guard let place = find(name), place <= Self.largestPlace else { return nil }
        // User-space addresses have at most 48 bits. A longer one would be truncated and never
        // match, so that every read would look up the name.
        found.store(address << Self.placeBits | UInt64(place), ordering: .relaxed)
        return place
    }
}
