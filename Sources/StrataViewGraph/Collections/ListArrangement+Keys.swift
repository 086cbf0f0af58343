// The rows of a list by the IDs of their data.

extension ListArrangement {
    // MARK: Selection

    /// Returns the IDs of the rows between two, both included; only the second if one of them is
    /// not in the list. O(n).
    func rows(between first: AnyHashable, _ last: AnyHashable) -> [AnyHashable] {
        var isInside = false
        var keys: [AnyHashable] = []
        var previous: AnyHashable?
        /// Returns whether a row was the last of the range.
        func visit(_ key: AnyHashable?) -> Bool {
            // Several rows of one element have the same ID.
            if key != nil, key == previous { return false }
            previous = key
            let isEnd = key != nil && (key == first || key == last)
            if let key, isInside || isEnd { keys.append(key) }
            if isEnd, isInside || first == last { return true }
            if isEnd { isInside = true }
            return false
        }
        return visitKeys(of: countedParts(), visit) ? keys : [last]
    }

    /// Calls a closure with the ID of each row, as `key(at:_:)` returns it, until it returns true.
    /// Returns whether it did.
    private func visitKeys(of parts: [Part], _ visit: (AnyHashable?) -> Bool) -> Bool {
        parts.contains { part in
            switch part {
            case .run(.lazy(let source)): (0..<source.rowCount).contains { visit(source.key(at: $0)) }
            case .run(.made(let rows)): rows.contains { visit($0.id) }
            case .run(.attached): false
            case .section(_, let runs): visitKeys(of: runs.map(Part.run), visit)
            case .sections(let source):
                (0..<source.sectionCount).contains { visitKeys(of: self.parts(of: source.node(of: $0)), visit) }
            }
        }
    }

    // MARK: The anchor

    /// Moves the range with its first row if all rows that were inserted or removed are above it,
    /// and keeps the range within the list.
    func followAnchor(_ parts: [Part], total: Int) {
        if let anchor, anchor.row > 0, anchor.total != total {
            let shifted = anchor.row + total - anchor.total
            if shifted >= 0, key(at: shifted, parts)?.current == anchor.key.current {
                visibleRange = shifted..<shifted + visibleRange.count
            }
        }
        let count = visibleRange.count
        let lower = max(0, min(visibleRange.lowerBound, total - count))
        visibleRange = lower..<lower + count
        anchor = key(at: lower, parts).map { ($0, lower, total) }
    }

    /// Returns the ID of the data of a row, or the tag of a row that always exists, or its element
    /// without one.
    private func key(at row: Int, _ parts: [Part]) -> AnyHashable? {
        var first = 0
        for part in parts {
            let count = part.count
            if row < first + count { return key(at: row - first, in: part) }
            first += count
        }
        return nil
    }

    private func key(at row: Int, in part: Part) -> AnyHashable? {
        switch part {
        case .run(.lazy(let source)): return source.key(at: row)
        case .run(.made(let rows)): return rows[row].id ?? AnyHashable(ObjectIdentifier(rows[row].elements[0]))
        case .run(.attached): return nil
        case .section(_, let runs): return key(at: row, runs.map(Part.run))
        case .sections(let source):
            let section = source.section(ofRow: row)
            return key(at: row - source.rowCount(before: section), parts(of: source.node(of: section)))
        }
    }
}
