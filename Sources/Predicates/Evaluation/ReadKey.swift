import Synchronization

/// A key that a compiled predicate reads again and again, with the place where the last object had it.
///
/// Objects of one kind keep a key's value in one place, so that the name is looked up once and not with every object. Many threads may
/// use one at a time: kind and place are one word, and whoever finds another kind there looks the name up.
package final class ReadKey: Sendable {
    package let name: String

    private static let placeBits: UInt64 = 16
    private static let largestPlace: UInt64 = 0xffff
    /// The kind's address above, the place below; 0 for none.
    private let found = Atomic<UInt64>(0)

    package init(_ name: String) {
        self.name = name
    }

    /// Where objects of `kind` have the key's value; nil where `find` knows no place or one beyond 65,535.
    ///
    /// - Parameter kind: must live as long as the program, or another of the same address could be taken for it.
    package func place(in kind: some AnyObject, _ find: (String) -> Int?) -> Int? {
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(kind)))
        let last = found.load(ordering: .relaxed)
        if last != 0, last >> Self.placeBits == address { return Int(last & Self.largestPlace) }
        guard let place = find(name), place <= Self.largestPlace else { return nil }
        // An address of user space has 48 bits; one that had more would not come back from here, and never be found.
        found.store(address << Self.placeBits | UInt64(place), ordering: .relaxed)
        return place
    }
}
