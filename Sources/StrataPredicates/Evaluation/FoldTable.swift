import Foundation

/// A table of the folded form of every Latin, Greek and Cyrillic letter, computed once by
/// Foundation.
///
/// Foundation needs about a microsecond to fold a text, because it converts it to UTF-16. In a text
/// without combining marks each scalar is folded by itself, so the result can be assembled from the
/// table.
struct FoldTable: Sendable {
    /// The scalars up to the end of Cyrillic; UTF-8 encodes each in at most two bytes.
    private static let scalars: Range<UInt32> = 0..<0x530
    private static let absent: UInt8 = 0xff

    private let bytes: [UInt8]
    /// The offset and count of each scalar's folded bytes. The count is `absent` for combining
    /// marks, whose folding depends on the scalar before them.
    private let entries: [(start: UInt16, count: UInt8)]
    private let longest: Int

    private static let ignoringCase = FoldTable(.caseInsensitive)
    private static let ignoringDiacritics = FoldTable(.diacriticInsensitive)
    private static let ignoringBoth = FoldTable([.caseInsensitive, .diacriticInsensitive])

    /// Returns the table for the options; nil if nothing is folded.
    static func table(caseInsensitive: Bool, diacriticInsensitive: Bool) -> FoldTable? {
        switch (caseInsensitive, diacriticInsensitive) {
        case (true, true): ignoringBoth
        case (true, false): ignoringCase
        case (false, true): ignoringDiacritics
        case (false, false): nil
        }
    }

    private init(_ options: String.CompareOptions) {
        var bytes: [UInt8] = []
        entries = Self.scalars.map { number in
            guard let scalar = Unicode.Scalar(number), scalar.properties.canonicalCombiningClass == .notReordered,
                ![.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            else { return (0, Self.absent) }
            let folded = String(Character(scalar)).folding(options: options, locale: nil).utf8
            defer { bytes += folded }
            return (UInt16(bytes.count), UInt8(folded.count))
        }
        self.bytes = bytes
        longest = entries.lazy.filter { $0.count != Self.absent }.map { Int($0.count) }.max() ?? 0
    }

    /// Calls `body` with the folded text; returns nil if the text has a scalar that is not in the
    /// table.
    func withFolded<T>(_ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count * longest) { folded in
            var count = 0
            var place = 0
            while place < text.count {
                var scalar = UInt32(text[place])
                place += 1
                if scalar >= 0x80 {
                    guard scalar & 0xe0 == 0xc0, place < text.count else { return nil }
                    scalar = (scalar & 0x1f) << 6 | UInt32(text[place] & 0x3f)
                    place += 1
                }
                guard scalar < Self.scalars.upperBound, entries[Int(scalar)].count != Self.absent else { return nil }
                let entry = entries[Int(scalar)]
                for index in Int(entry.start)..<Int(entry.start) + Int(entry.count) {
                    folded[count] = bytes[index]
                    count += 1
                }
            }
            return body(UnsafeBufferPointer(rebasing: folded[..<count]))
        }
    }
}
