/// The key of a row in a store's file: the value of Z_PK, unique in the hierarchy's table.
///
/// In memory, a row has a `RowID`. `KeySpace` translates between the two.
struct PrimaryKey: Hashable, Sendable {
    let rawValue: Int64

    init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    var next: PrimaryKey { PrimaryKey(rawValue + 1) }
}

extension PrimaryKey: Comparable {
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension PrimaryKey: CustomStringConvertible {
    var description: String { "\(rawValue)" }
}
