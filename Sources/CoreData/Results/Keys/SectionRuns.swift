internal import StrataPredicates

/// The sections of a result: runs of consecutive rows with equal section values.
///
///     rows        0   1   2   3   4   5
///     values      Mon Mon Mon Tue Tue Wed
///     runs        (Mon, 3) (Tue, 2) (Wed, 1)
///
/// An inserted row extends the run at its position, or the run before, if that has the row's value.
/// Otherwise it becomes a run of its own and, in the middle of another run, divides that one. When
/// the only row of a run is removed, the run is removed too, and the runs around it are joined if
/// their values are equal. If the sort order separates equal values, a value has several runs,
/// which stay separate.
///
/// Runs are kept in chunks, as row IDs are in `KeyList`. Inserting or removing a row costs one pass
/// over the runs of a chunk and one over the ends of the chunks.
package struct SectionRuns {
    private struct Run: Equatable {
        let value: Value
        var count: Int
    }

    private static let chunkSize = 256

    private var chunks: ContiguousArray<ContiguousArray<Run>> = []
    /// The ends of the chunks, as row positions.
    private var rows = ChunkEnds()
    /// The ends of the chunks, as indices of runs.
    private var runs = ChunkEnds()

    init() {}

    /// Appends rows. O(1).
    mutating func append(_ value: Value, count: Int = 1) {
        if let chunk = chunks.indices.last, let last = chunks[chunk].last, last.value == value {
            lengthen(Place(chunk: chunk, run: chunks[chunk].count - 1), by: count)
        } else {
            insert(Run(value: value, count: count), at: end)
        }
    }

    /// Inserts a row with a section value.
    mutating func insert(_ value: Value, at position: Int) {
        guard position < rows.total else { return append(value) }
        let (place, offset) = find(position)
        if self[place].value == value { return lengthen(place, by: 1) }
        guard offset == 0 else {
            let found = self[place]
            lengthen(place, by: offset - found.count)
            let behind = next(place)
            insert(Run(value: found.value, count: found.count - offset), at: behind)
            // The insertion above may have divided the chunk.
            return insert(Run(value: value, count: 1), at: find(position).place)
        }
        if let before = previous(place), self[before].value == value { return lengthen(before, by: 1) }
        insert(Run(value: value, count: 1), at: place)
    }

    /// Removes a row. If it was the only row of its run, joins the runs around it if their values
    /// are equal.
    mutating func remove(at position: Int) {
        let (place, _) = find(position)
        lengthen(place, by: -1)
        guard self[place].count == 0 else { return }
        let before = previous(place)
        remove(place)
        guard let before, position < rows.total else { return }
        let (behind, _) = find(position)
        guard self[before].value == self[behind].value else { return }
        lengthen(before, by: self[behind].count)
        lengthen(behind, by: -self[behind].count)
        remove(behind)
    }

    // MARK: Runs

    private struct Place {
        var chunk: Int
        var run: Int
    }

    private subscript(place: Place) -> Run { chunks[place.chunk][place.run] }

    private var end: Place { Place(chunk: Swift.max(chunks.count - 1, 0), run: chunks.last?.count ?? 0) }

    /// Returns the index of the section that contains a position, and the row's index in it.
    package func section(at position: Int) -> (section: Int, row: Int) {
        let (place, offset) = find(position)
        return (runs.start(of: place.chunk) + place.run, offset)
    }

    /// Returns the run that contains a position, and the row's offset in it.
    private func find(_ position: Int) -> (place: Place, offset: Int) {
        var (chunk, offset) = rows.find(position)
        var run = 0
        while offset >= chunks[chunk][run].count {
            offset -= chunks[chunk][run].count
            run += 1
        }
        return (Place(chunk: chunk, run: run), offset)
    }

    private func previous(_ place: Place) -> Place? {
        if place.run > 0 { return Place(chunk: place.chunk, run: place.run - 1) }
        return place.chunk > 0 ? Place(chunk: place.chunk - 1, run: chunks[place.chunk - 1].count - 1) : nil
    }

    private func next(_ place: Place) -> Place { Place(chunk: place.chunk, run: place.run + 1) }

    private mutating func lengthen(_ place: Place, by count: Int) {
        chunks[place.chunk][place.run].count += count
        rows.lengthen(place.chunk, by: count)
    }

    private mutating func insert(_ run: Run, at place: Place) {
        if chunks.isEmpty {
            chunks.append([])
            rows.append(length: 0)
            runs.append(length: 0)
        }
        var place = place
        if chunks[place.chunk].count >= Self.chunkSize {
            // A run at the end of a full chunk starts a new one, so that chunks are full after the
            // result opens.
            let length = place.run == chunks[place.chunk].count ? place.run : chunks[place.chunk].count / 2
            split(place.chunk, at: length)
            if place.run > length || place.run == Self.chunkSize {
                place = Place(chunk: place.chunk + 1, run: place.run - length)
            }
        }
        chunks[place.chunk].insert(run, at: place.run)
        rows.lengthen(place.chunk, by: run.count)
        runs.lengthen(place.chunk, by: 1)
    }

    private mutating func split(_ chunk: Int, at length: Int) {
        let rest = ContiguousArray(chunks[chunk][length...])
        chunks[chunk].removeSubrange(length...)
        rows.split(chunk, at: chunks[chunk].reduce(0) { $0 + $1.count })
        runs.split(chunk, at: length)
        chunks.insert(rest, at: chunk + 1)
    }

    /// Removes a run without rows.
    private mutating func remove(_ place: Place) {
        chunks[place.chunk].remove(at: place.run)
        runs.lengthen(place.chunk, by: -1)
        guard chunks[place.chunk].isEmpty else { return }
        chunks.remove(at: place.chunk)
        rows.remove(place.chunk)
        runs.remove(place.chunk)
    }
}

extension SectionRuns: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { runs.total }

    /// Returns a section by its index.
    package subscript(position: Int) -> ResultSection {
        let (chunk, run) = runs.find(position)
        let start = rows.start(of: chunk) + chunks[chunk][..<run].reduce(0) { $0 + $1.count }
        return ResultSection(value: chunks[chunk][run].value, range: start..<start + chunks[chunk][run].count)
    }
}
