internal import GRDB
internal import StrataPredicates

/// The positions of the members of one ordered relationship in the store, in a column `Z_FOK_…`.
///
/// As in Apple's stores, the first member has the position 2048, and each further one 1024 more
/// (seen in the stores `ddg-bookmarks-v1` and `-v4` of `../shared/data/stores`). A member that is
/// inserted between two others gets a position between theirs, so that a save writes the members
/// that were added or moved, and not all that follow them:
///
///     stored       a 2048   b 3072   c 4096
///     inserted     a 2048   x 2560   b 3072   c 4096
///
/// When there is no number left between two members, the ones after them are numbered again: 16 of
/// them, then 64 and so on, until the numbers are far enough apart. So an insertion writes few rows
/// on average, also if all of them happen at the same place.
///
/// A member without a position, such as one that another program has added, lets all members be
/// numbered again.
struct MemberPositions {
    private static let first: Int64 = 2048
    private static let step: Int64 = 1024
    /// The least distance of members that are numbered again to make room.
    private static let roomyStep: Int64 = 32
    /// The positions with which can be computed.
    private static let possible = Int64.min / 4...Int64.max / 4

    private let set: RawStatement
    private let select: RawStatement
    private let owner: RowID
    private let key: (ObjectReference) -> RowID?

    /// - Parameter key: Returns the permanent row ID of a reference; nil if it has none.
    init(
        _ set: String, _ select: String, owner: RowID, key: @escaping (ObjectReference) -> RowID?, _ database: Database,
        _ keySpace: KeySpace
    ) throws {
        self.set = try RawStatement(database, set, keySpace)
        self.select = try RawStatement(database, select, keySpace)
        self.owner = owner
        self.key = key
    }

    /// Writes the positions of the members that were added or moved.
    func write(_ changes: RelatedObjects.Changes) throws {
        guard let order = changes.order else { return }
        var end = 0
        for range in changes.moved where range.upperBound > end {
            let range = max(end, range.lowerBound)..<range.upperBound
            guard let written = try number(range, of: order, moved: changes.moved) else {
                return try write(order.indices, of: order, from: Self.first, by: Self.step)
            }
            end = written
        }
    }

    /// Writes the positions of a range of members, and of as many after them as are needed to make
    /// room. Returns the end of the range that was written, or nil if a member at the range's ends
    /// has no position.
    private func number(
        _ range: Range<Int>, of order: ContiguousArray<ObjectReference>, moved: [Range<Int>]
    ) throws -> Int? {
        var range = range
        var low: Int64?
        if range.lowerBound > 0 {
            guard let position = try position(of: order[range.lowerBound - 1]) else { return nil }
            low = position
        }
        var widening = 0
        while true {
            // The member after the range must be one that keeps its position.
            if let next = moved.first(where: { $0.contains(range.upperBound) }) { range = range.lowerBound..<next.upperBound }
            guard range.upperBound < order.count else {
                try write(range, of: order, from: low.map { $0 + Self.step } ?? Self.first, by: Self.step)
                return range.upperBound
            }
            guard let high = try position(of: order[range.upperBound]) else { return nil }
            guard let low else {
                try write(range, of: order, from: high - Self.step * Int64(range.count), by: Self.step)
                return range.upperBound
            }
            let step = (high - low) / Int64(range.count + 1)
            if step >= (widening == 0 ? 1 : Self.roomyStep) {
                try write(range, of: order, from: low + step, by: step)
                return range.upperBound
            }
            widening = max(16, widening * 4)
            range = range.lowerBound..<min(range.upperBound + widening, order.count)
        }
    }

    private func write(
        _ range: Range<Int>, of order: ContiguousArray<ObjectReference>, from first: Int64, by step: Int64
    ) throws {
        var position = first
        for member in order[range] {
            defer { position += step }
            guard let rowID = key(member) else { continue }
            set.bind(rowID: owner, at: 1)
            set.bind(rowID: rowID, at: 2)
            set.bind(position, at: 3)
            try set.run()
        }
    }

    /// Returns the stored position of a member; nil if it has none, or that of a damaged row.
    private func position(of member: ObjectReference) throws -> Int64? {
        guard let rowID = key(member) else { return nil }
        return try select.use { statement in
            statement.bind(rowID: owner, at: 1)
            statement.bind(rowID: rowID, at: 2)
            guard try statement.step(), !statement.isNull(0) else { return nil }
            let position = statement.int(0)
            return Self.possible.contains(position) ? position : nil
        }
    }
}
