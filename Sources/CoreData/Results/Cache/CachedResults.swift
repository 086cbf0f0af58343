internal import CStrataZlib
internal import Foundation
internal import StrataPredicates

/// The row IDs, sort prefixes and sections of a result at one position in the history of its store,
/// in the form in which a file keeps them.
struct CachedResults: Codable {
    /// The text that identifies the request, the store and everything else that determines the
    /// result. Equal texts have equal results at the same position.
    let requestKey: String
    let position: StorePosition
    private let keys: Data
    private let prefixes: Data
    private let runs: [Run]

    private struct Run: Codable {
        let value: SectionValue
        let count: Int
    }

    /// The most sections that are cached. It takes longer to read more of them from a file than
    /// from the store.
    private static let mostSections = 65_536

    /// Creates cached results; nil if there are too many sections, or if a file cannot keep a
    /// section's value.
    init?(_ requestKey: String, _ position: StorePosition, _ rowIDs: KeyList, _ sections: SectionRuns) {
        guard sections.count <= Self.mostSections else { return nil }
        self.requestKey = requestKey
        self.position = position
        var runs: [Run] = []
        for section in sections {
            guard let value = SectionValue(section.value) else { return nil }
            runs.append(Run(value: value, count: section.range.count))
        }
        self.runs = runs
        var (keys, prefixes): ([RowID], [SortPrefix]) = ([], [])
        keys.reserveCapacity(rowIDs.count)
        prefixes.reserveCapacity(rowIDs.count)
        rowIDs.forEachRow { rowID, sortPrefix in
            keys.append(rowID)
            prefixes.append(sortPrefix)
        }
        self.keys = keys.withUnsafeBytes { Data($0) }
        self.prefixes = prefixes.withUnsafeBytes { Data($0) }
    }

    /// The number of rows.
    var count: Int { keys.count / MemoryLayout<RowID>.size }

    /// The row IDs in order, with their prefixes.
    var rowIDs: KeyList {
        var rowIDs = KeyList()
        keys.withUnsafeBytes { keys in
            prefixes.withUnsafeBytes { prefixes in
                for offset in stride(from: 0, to: keys.count, by: MemoryLayout<RowID>.size) {
                    rowIDs.append(
                        keys.loadUnaligned(fromByteOffset: offset, as: RowID.self),
                        prefixes.loadUnaligned(fromByteOffset: offset, as: SortPrefix.self))
                }
            }
        }
        return rowIDs
    }

    var sections: SectionRuns {
        var sections = SectionRuns()
        for run in runs { sections.append(run.value.value, count: run.count) }
        return sections
    }

    // MARK: The file

    /// Decodes an archive; nil if the data is damaged or is no such archive.
    ///
    /// By Foundation's decoder, because `PropertyList` would copy a file of a million rows several
    /// times. The checksum protects that decoder from damaged bytes, and the file is in the folder of
    /// the app's own caches.
    init?(archive: Data) {
        let sum = Self.checksum(Data()).count
        guard archive.count > sum, archive.prefix(sum) == Self.checksum(archive.dropFirst(sum)),
            // Only the binary form has a limit of its depth.
            archive.dropFirst(sum).starts(with: "bplist".utf8),
            // Ignored: the store is read in place of a damaged cache.
            // Safe to decode: the checksum is right, and the file is one of the app's own caches.
            let results = try? PropertyListDecoder().decode(CachedResults.self, from: archive.dropFirst(sum)),
            results.keys.count == results.prefixes.count, results.keys.count.isMultiple(of: MemoryLayout<RowID>.size),
            results.runs.allSatisfy({ $0.count >= 1 && $0.count <= results.count }),
            results.runs.isEmpty || results.runs.reduce(0, { $0 &+ $1.count }) == results.count
        else { return nil }
        self = results
    }

    /// Returns a binary property list, preceded by its checksum.
    func archive() throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let list = try encoder.encode(self)
        return Self.checksum(list) + list
    }

    /// Returns the CRC-32 of some data, which reveals a damaged file. Opening a million rows from a
    /// file takes about as long with it as without; SHA-256 doubled that time.
    private static func checksum(_ data: Data) -> Data {
        let sum = data.withUnsafeBytes { bytes in
            crc32_z(0, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        }
        return withUnsafeBytes(of: UInt32(truncatingIfNeeded: sum).littleEndian) { Data($0) }
    }
}

/// A section value in the form in which a file keeps it.
private enum SectionValue: Codable {
    case null, bool(Bool), int(Int64), double(Double), decimal(Decimal), string(String), date(Date), data(Data), uuid(UUID), url(
        URL)

    init?(_ value: Value) {
        switch value {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .int(let int): self = .int(int)
        case .double(let double): self = .double(double)
        case .decimal(let decimal): self = .decimal(decimal)
        case .string(let string): self = .string(string)
        case .date(let date): self = .date(date)
        case .data(let data): self = .data(data)
        case .uuid(let uuid): self = .uuid(uuid)
        case .url(let url): self = .url(url)
        case .object, .list, .opaque: return nil
        }
    }

    var value: Value {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .int(let int): .int(int)
        case .double(let double): .double(double)
        case .decimal(let decimal): .decimal(decimal)
        case .string(let string): .string(string)
        case .date(let date): .date(date)
        case .data(let data): .data(data)
        case .uuid(let uuid): .uuid(uuid)
        case .url(let url): .url(url)
        }
    }
}
