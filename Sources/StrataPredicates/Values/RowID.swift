/// Identifies a row in memory, among the rows of its entity's hierarchy.
///
/// A permanent ID is positive: the row's primary key, with the ordinal of its store in the bits
/// above it. A temporary ID, of an object that has not been saved, is negative; temporary IDs count
/// down. Zero is the ID of an object that has none yet.
///
/// The key in the file is a `PrimaryKey`, a separate type in CoreData, so that the compiler rejects
/// a confusion of the two. Statements convert between them when they bind or read a key.
// `@usableFromInline`, since the compiler inlines members in other modules, which `@inlinable` asks
// for, only of types that it counts as public.
@frozen
@usableFromInline
package struct RowID: Hashable, Sendable {
    @usableFromInline package let rawValue: Int64

    @inlinable @inline(__always)
    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The ID of an object that has none yet.
    @inlinable package static var none: RowID {
        @inline(__always) get { RowID(0) }
    }

    @inlinable package var isTemporary: Bool {
        @inline(__always) get { rawValue < 0 }
    }

    @inlinable package var isPermanent: Bool {
        @inline(__always) get { rawValue > 0 }
    }

    /// The sort position within the hierarchy: permanent IDs in ascending order, then temporary IDs
    /// in the order of insertion.
    ///
    /// A save assigns primary keys to inserted objects in this order, so it changes no object's
    /// position.
    @inlinable package var sortPosition: UInt64 {
        isTemporary ? UInt64(1) << 63 | rawValue.magnitude : UInt64(bitPattern: rawValue)
    }

    // `!=` is declared, too, since the compiler does not specialize Equatable's generic one at
    // every call, and both run once for each object that is created or freed.
    @inlinable @inline(__always)
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

    @inlinable @inline(__always)
    package static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }

    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    // Sets and dictionaries call this method. The default implementation would set up a hasher.
    @inlinable @inline(__always)
    package func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }

    /// Returns a hash of a row ID within its hierarchy, for dictionaries that are read at least
    /// once for every row fetched or saved.
    ///
    /// A multiplicative hash suffices: the store assigns row IDs, so an attacker cannot choose
    /// colliding ones. Swift's standard hash would cost more than the rest of the lookup.
    @inlinable
    package func hash(in hierarchy: ObjectIdentifier, seed: Int) -> Int {
        let kind = UInt64(UInt(bitPattern: hierarchy)) &* 0xBF58_476D_1CE4_E5B9
        let mixed = (UInt64(bitPattern: rawValue) &+ kind) ^ UInt64(truncatingIfNeeded: seed)
        let product = mixed.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }
}

/// Compares raw values, so that temporary IDs come first. For the order of rows see `sortPosition`.
extension RowID: Comparable {
    @inlinable @inline(__always)
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension RowID: CustomStringConvertible {
    @usableFromInline package var description: String { "\(rawValue)" }
}
