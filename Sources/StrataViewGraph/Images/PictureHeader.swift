import Foundation

/// The format of an image file that browsers show.
package enum PictureFormat: String, Sendable {
    case png, jpeg, gif, webp, avif, bmp
}

/// The format of an image file and its size in pixels, as the beginning of the file states them.
///
/// The data is untrusted: each read is checked against its end, and nothing is decoded.
struct PictureHeader: Equatable {
    let format: PictureFormat
    let width: Int
    let height: Int

    /// Reads the beginning of an image file; nil if it is of no format that browsers show.
    init?(_ data: Data) {
        let bytes = Bytes(data)
        guard
            let header = Self.png(bytes) ?? Self.jpeg(bytes) ?? Self.gif(bytes) ?? Self.webP(bytes) ?? Self.avif(bytes)
                ?? Self.bmp(bytes)
        else { return nil }
        self = header
    }

    private init?(_ format: PictureFormat, _ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        (self.format, self.width, self.height) = (format, width, height)
    }

    private static func png(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("\u{89}PNG\r\n\u{1A}\n", at: 0), bytes.has("IHDR", at: 12) else { return nil }
        return PictureHeader(.png, bytes.big(4, at: 16), bytes.big(4, at: 20))
    }

    /// Reads the segments up to the frame, which has the size. The EXIF segment before it may turn
    /// the image by a quarter.
    private static func jpeg(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("\u{FF}\u{D8}", at: 0) else { return nil }
        var at = 2
        var isTurned = false
        while bytes.big(1, at: at) == 0xFF, let marker = bytes.big(1, at: at + 1), let length = bytes.big(2, at: at + 2) {
            switch marker {
            case 0xFF: at -= 1 + length  // A fill byte: continue at the next byte.
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                let (height, width) = (bytes.big(2, at: at + 5), bytes.big(2, at: at + 7))
                return isTurned ? PictureHeader(.jpeg, height, width) : PictureHeader(.jpeg, width, height)
            case 0xE1 where bytes.has("Exif\0\0", at: at + 4):
                isTurned = exifOrientation(bytes, at: at + 10).map { $0 >= 5 } ?? false
            case 0xDA, 0xD9: return nil
            default: break
            }
            at += 2 + length
        }
        return nil
    }

    /// Returns the orientation (1 to 8) from the first directory of EXIF data.
    private static func exifOrientation(_ bytes: Bytes, at start: Int) -> Int? {
        let isLittle = bytes.has("II", at: start)
        guard isLittle || bytes.has("MM", at: start) else { return nil }
        func number(_ count: Int, at offset: Int) -> Int? {
            isLittle ? bytes.little(count, at: start + offset) : bytes.big(count, at: start + offset)
        }
        guard let directory = number(4, at: 4), let count = number(2, at: directory) else { return nil }
        for entry in 0..<min(count, 256) where number(2, at: directory + 2 + 12 * entry) == 0x0112 {
            return number(2, at: directory + 10 + 12 * entry)
        }
        return nil
    }

    private static func gif(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else { return nil }
        return PictureHeader(.gif, bytes.little(2, at: 6), bytes.little(2, at: 8))
    }

    private static func webP(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) else { return nil }
        if bytes.has("VP8X", at: 12) {
            return PictureHeader(.webp, bytes.little(3, at: 24).map { $0 + 1 }, bytes.little(3, at: 27).map { $0 + 1 })
        }
        if bytes.has("VP8L", at: 12), let bits = bytes.little(4, at: 21) {
            return PictureHeader(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard bytes.has("VP8 ", at: 12) else { return nil }
        return PictureHeader(.webp, bytes.little(2, at: 26).map { $0 & 0x3FFF }, bytes.little(2, at: 28).map { $0 & 0x3FFF })
    }

    private static func avif(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("ftypavif", at: 4) || bytes.has("ftypavis", at: 4) else { return nil }
        // The box `ispe` with the size is nested in boxes of variable length near the beginning.
        guard let box = (0..<4096).first(where: { bytes.has("ispe", at: $0) }) else { return nil }
        return PictureHeader(.avif, bytes.big(4, at: box + 8), bytes.big(4, at: box + 12))
    }

    private static func bmp(_ bytes: Bytes) -> PictureHeader? {
        guard bytes.has("BM", at: 0), let height = bytes.little(4, at: 22) else { return nil }
        // A negative height means that the rows go from top to bottom.
        return PictureHeader(.bmp, bytes.little(4, at: 18), abs(Int(Int32(truncatingIfNeeded: height))))
    }
}

/// Numbers and texts in data, by their offsets from its start.
private struct Bytes {
    private let data: Data

    init(_ data: Data) { self.data = data }

    /// Returns the number whose bytes, the highest first, are at an offset; nil beyond the end.
    func big(_ count: Int, at offset: Int) -> Int? { slice(count, at: offset)?.reduce(0) { $0 << 8 | Int($1) } }

    /// Returns the number whose bytes, the lowest first, are at an offset; nil beyond the end.
    func little(_ count: Int, at offset: Int) -> Int? { slice(count, at: offset)?.reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// Returns whether a text, each of whose characters is one byte, is at an offset.
    func has(_ text: String, at offset: Int) -> Bool {
        let expected = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return slice(expected.count, at: offset)?.elementsEqual(expected) ?? false
    }

    private func slice(_ count: Int, at offset: Int) -> Data.SubSequence? {
        guard offset >= 0, offset <= data.count - count else { return nil }
        let start = data.startIndex + offset
        return data[start..<start + count]
    }
}
