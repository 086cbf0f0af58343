/// A change of a text: the parts that are kept, deleted and inserted, from its start to its end.
///
/// Lengths are numbers of UTF-16 code units, which browsers count. `textchanges.js` has the same
/// operations, and computes the same results.
package struct TextChange: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case keep(Int)
        case delete(Int)
        case insert([UInt16])
    }

    package private(set) var steps: [Step] = []

    package init() {}

    /// Creates a change that replaces a range of a text.
    ///
    /// - Parameter length: The length of the text.
    package init(at start: Int, removing removed: Int, inserting inserted: [UInt16], inLength length: Int) {
        keep(start)
        delete(removed)
        insert(inserted)
        keep(length - start - removed)
    }

    /// The most code units of a rewritten range that are compared one by one.
    private static let longestComparison = 1000

    /// Creates the change from a text to another one: what is between their common beginning and
    /// their common end is replaced.
    ///
    /// Two ranges of the same length are compared unit by unit, so that a place in a text that is
    /// converted to uppercase letters stays where it is.
    package init(from old: [UInt16], to new: [UInt16]) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        if start > 0, start < max(old.count, new.count), UTF16.isLeadSurrogate(old[start - 1]) { start -= 1 }
        var end = 0
        while end < shorter - start, old[old.count - end - 1] == new[new.count - end - 1] { end += 1 }
        if end > 0, UTF16.isTrailSurrogate(old[old.count - end]) { end -= 1 }
        keep(start)
        let (removed, inserted) = (old[start..<old.count - end], new[start..<new.count - end])
        if removed.count == inserted.count, removed.count <= Self.longestComparison {
            for (unit, other) in zip(removed, inserted) {
                if unit == other {
                    keep(1)
                } else {
                    delete(1)
                    insert([other])
                }
            }
        } else {
            delete(removed.count)
            insert(Array(inserted))
        }
        keep(end)
    }

    /// The length of the texts that can be changed.
    package var oldLength: Int {
        steps.reduce(0) { length, step in
            switch step {
            case .keep(let count), .delete(let count): length + count
            case .insert: length
            }
        }
    }

    /// The length of the changed text.
    package var newLength: Int {
        steps.reduce(0) { length, step in
            switch step {
            case .keep(let count): length + count
            case .insert(let units): length + units.count
            case .delete: length
            }
        }
    }

    /// The number of code units that are inserted.
    package var insertedLength: Int {
        steps.reduce(0) { length, step in if case .insert(let units) = step { length + units.count } else { length } }
    }

    /// Whether the change leaves a text as it is.
    package var isEmpty: Bool {
        steps.allSatisfy { if case .keep = $0 { true } else { false } }
    }

    /// Returns a changed text. It must have the ``oldLength``.
    package func applied(to text: [UInt16]) -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(newLength)
        var position = 0
        for step in steps {
            switch step {
            case .keep(let count):
                result += text[position..<position + count]
                position += count
            case .delete(let count): position += count
            case .insert(let units): result += units
            }
        }
        return result
    }

    /// Returns the change that has the same effect after another change of the same text.
    ///
    /// What either change deletes is gone, and what either inserts remains: changing a text by `a`
    /// and `b` rebased over `a` gives the same text as by `b` and `a` rebased over `b`.
    ///
    /// - Parameter isFirst: Whether the insertion of the other change comes first where both insert
    ///   at the same place.
    package func rebased(over other: TextChange, isFirst: Bool) -> TextChange {
        var result = TextChange()
        var own = Remainder(steps)
        var others = Remainder(other.steps)
        while true {
            if case .insert(let units)? = own.next {
                if isFirst, case .insert(let earlier)? = others.next {
                    result.keep(earlier.count)
                    others.drop()
                    continue
                }
                result.insert(units)
                own.drop()
                continue
            }
            if case .insert(let units)? = others.next {
                result.keep(units.count)
                others.drop()
                continue
            }
            // Both have the same length, so neither ends before the other one.
            guard let step = own.next, let otherStep = others.next else { return result }
            let count = min(step.length, otherStep.length)
            switch (step, otherStep) {
            case (.keep, .keep): result.keep(count)
            case (.delete, .keep): result.delete(count)
            default: break
            }
            own.drop(count)
            others.drop(count)
        }
    }

    private mutating func keep(_ count: Int) {
        guard count > 0 else { return }
        if case .keep(let before)? = steps.last {
            steps[steps.count - 1] = .keep(before + count)
        } else {
            steps.append(.keep(count))
        }
    }

    private mutating func delete(_ count: Int) {
        guard count > 0 else { return }
        if case .delete(let before)? = steps.last {
            steps[steps.count - 1] = .delete(before + count)
        } else {
            steps.append(.delete(count))
        }
    }

    private mutating func insert(_ units: [UInt16]) {
        guard !units.isEmpty else { return }
        if case .insert(let before)? = steps.last {
            steps[steps.count - 1] = .insert(before + units)
        } else {
            steps.append(.insert(units))
        }
    }

    /// The steps of a change that are left.
    private struct Remainder {
        private let steps: [Step]
        private var index = 0
        private var dropped = 0

        init(_ steps: [Step]) { self.steps = steps }

        var next: Step? {
            guard index < steps.count else { return nil }
            return switch steps[index] {
            case .keep(let count): .keep(count - dropped)
            case .delete(let count): .delete(count - dropped)
            case .insert: steps[index]
            }
        }

        /// Drops the next step.
        mutating func drop() {
            index += 1
            dropped = 0
        }

        /// Drops the beginning of the next step.
        mutating func drop(_ count: Int) {
            guard let next else { return }
            if count < next.length { dropped += count } else { drop() }
        }
    }
}

extension TextChange.Step {
    fileprivate var length: Int {
        switch self {
        case .keep(let count), .delete(let count): count
        case .insert(let units): units.count
        }
    }
}
