internal import StrataPredicates
internal import Synchronization
internal import StrataTraps

/// The row IDs of one store of a coordinator: in memory, a row's ID is its primary key with the
/// store's ordinal in the bits above it.
///
/// So a row ID alone identifies the store, and everything that is keyed by entity and row ID (rows,
/// changes, objects, live results) can contain objects of several stores. The first store's ordinal
/// is 0: its row IDs are the primary keys. Statements translate where they bind and read keys; see
/// `RawStatement`.
///
/// Translation is an exclusive or. It turns the row ID of another store, or a temporary one, into
/// something that is not a key, so that a statement about such an object finds nothing.
struct KeySpace: Hashable, RawRepresentable, AtomicRepresentable, Sendable {
    /// The ordinal, in the bits above a key's.
    let rawValue: Int64

    /// Keys have 47 bits: a thousand objects made each second would use them up in 4,000 years.
    private static let shift: Int64 = 47

    static let first = KeySpace(ordinal: 0)

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    init(ordinal: Int) {
        require(0..<65_536 ~= ordinal, "A coordinator can have 65,536 stores in its lifetime. Create a new coordinator.")
        rawValue = Int64(ordinal) << Self.shift
    }

    /// The key space of the store that holds an object with a permanent ID.
    init(of rowID: RowID) {
        rawValue = (rowID.rawValue >> Self.shift) << Self.shift
    }

    /// Whether a number from outside can be a key: it is positive and has no bits of an ordinal.
    static func takes(_ key: Int64) -> Bool { 1..<(1 << shift) ~= key }

    /// Whether a number from outside can be the last used key of a table, or 0. A transaction adds
    /// fewer keys than half of all.
    static func canContinue(after last: Int64) -> Bool { 0..<(1 << (shift - 1)) ~= last }

    func rowID(_ key: PrimaryKey) -> RowID { RowID(key.rawValue ^ rawValue) }

    func primaryKey(_ rowID: RowID) -> PrimaryKey { PrimaryKey(rowID.rawValue ^ rawValue) }

    /// Whether an object with this row ID is in the store.
    func holds(_ rowID: RowID) -> Bool { rowID.isPermanent && KeySpace(of: rowID) == self }

    /// Returns the primary key in a permanent ID.
    static func primaryKey(in rowID: RowID) -> PrimaryKey { PrimaryKey(rowID.rawValue & ((1 << shift) - 1)) }

    /// Returns the values with references replaced by primary keys. For the first store, and
    /// without references, returns them unchanged.
    func keyed(_ values: [Value]) -> [Value] {
        guard rawValue != 0, values.contains(where: \.mayHoldReference) else { return values }
        return values.map { value in
            switch value {
            case .object(let reference): .int(primaryKey(reference.rowID).rawValue)
            case .list(let tuple): .list(keyed(tuple))
            default: value
            }
        }
    }
}

extension Value {
    fileprivate var mayHoldReference: Bool {
        switch self {
        case .object, .list: true
        default: false
        }
    }
}
