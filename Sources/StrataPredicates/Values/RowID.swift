/// Identifies a row in memory, among the rows of its entity's hierarchy.
///
/// A permanent ID is positive: the row's primary key, with the ordinal of its store in the bits
/// above it. A temporary ID, of an object that was not saved yet, is negative; temporary IDs count
/// down. Zero is the ID of an object that has none yet.
///
/// The key in the file is a `PrimaryKey`, a type of CoreData, so that the compiler keeps the two
/// apart. A statement translates where it binds or reads one.
@frozen
package struct RowID: Hashable, Sendable {
    package let rawValue: Int64

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
    /// A save assigns the next primary keys in this order, so it moves no object.
    @inlinable package var sortPosition: UInt64 {
        isTemporary ? UInt64(1) << 63 | rawValue.magnitude : UInt64(bitPattern: rawValue)
    }

    // Declared with `!=`, since the generic one of Equatable is not specialized in every place, and
    // these run once for each object that is created or freed.
    @inlinable @inline(__always)
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

    @inlinable @inline(__always)
    package static func != (a: Self, b: Self) -> Bool { a.rawValue != b.rawValue }

    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    // A set or dictionary calls this one. The default would set up a hasher first.
    @inlinable @inline(__always)
    package func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }
}

/// In ascending order, temporary IDs first. For the order of rows see `sortPosition`.
extension RowID: Comparable {
    @inlinable @inline(__always)
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension RowID: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}
