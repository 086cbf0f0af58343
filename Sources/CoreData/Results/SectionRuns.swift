internal import Predicates

/// Neighbouring rows with the same section value, as runs over the positions of a result.
///
/// Where the sort does not agree with the sections a value has several runs; they are not joined.
struct SectionRuns: Equatable {
    struct Run: Equatable {
        let value: Value
        var range: Range<Int>
    }

    private(set) var runs: [Run] = []

    /// Adds rows at the end; O(1).
    mutating func append(_ value: Value, count: Int = 1) {
        guard count > 0 else { return }
        if let last = runs.last, last.value == value {
            runs[runs.count - 1].range = last.range.lowerBound..<last.range.upperBound + count
        } else {
            let start = runs.last?.range.upperBound ?? 0
            runs.append(Run(value: value, range: start..<start + count))
        }
    }

    /// The runs after some rows were taken out and others put in; O(runs + removed + inserted).
    ///
    /// - Parameters:
    ///   - removed: the positions taken out, ascending.
    ///   - inserted: the positions put in, ascending, each counted among the rows that stayed, with its value.
    func replacing(removed: [Int], inserted: [(position: Int, value: Value)]) -> SectionRuns {
        var result = SectionRuns()
        var (removed, inserted) = (removed[...], inserted[...])
        var position = 0
        for run in runs {
            let taken = removed.prefix { $0 < run.range.upperBound }.count
            removed = removed.dropFirst(taken)
            var rest = run.range.count - taken
            while rest > 0, let next = inserted.first, next.position < position + rest {
                result.append(run.value, count: next.position - position)
                rest -= next.position - position
                position = next.position
                result.append(next.value)
                inserted = inserted.dropFirst()
            }
            result.append(run.value, count: rest)
            position += rest
        }
        for next in inserted { result.append(next.value) }
        return result
    }
}
