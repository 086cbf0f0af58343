/// A folded text to search for in other texts, byte by byte and without copying them.
struct TextPart {
    enum Place {
        case anywhere, start, end, whole
    }

    private let place: Place
    private let bytes: [UInt8]
    /// `bytes`, in uppercase if case is ignored, so that a search in ASCII text need not fold the
    /// text.
    private let capitals: [UInt8]

    /// - Parameter ignoringCase: Whether uppercase ASCII letters match lowercase ones. The caller
    ///   must have folded other letters on both sides.
    init(_ folded: String, _ place: Place, ignoringCase: Bool) {
        self.place = place
        bytes = Array(folded.utf8)
        capitals = ignoringCase ? bytes.map { $0 &- UInt8(ascii: "a") < 26 ? $0 & ~0x20 : $0 } : bytes
    }

    /// Whether the part occurs at its place in a text. An empty part occurs in no text, but equals
    /// an empty one.
    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if place == .whole, bytes.count != text.count { return false }
        guard !bytes.isEmpty, bytes.count <= text.count else { return place == .whole }
        return bytes.withUnsafeBufferPointer { small in
            capitals.withUnsafeBufferPointer { capital in
                let last = text.count - small.count
                switch place {
                case .start, .whole: return Self.isFound(small, capital, in: text, at: 0)
                case .end: return Self.isFound(small, capital, in: text, at: last)
                case .anywhere:
                    for start in 0...last where Self.isFound(small, capital, in: text, at: start) { return true }
                    return false
                }
            }
        }
    }

    @inline(__always)
    private static func isFound(
        _ small: UnsafeBufferPointer<UInt8>, _ capital: UnsafeBufferPointer<UInt8>,
        in text: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Bool {
        var index = 0
        while index < small.count {
            let byte = text[start + index]
            guard byte == small[index] || byte == capital[index] else { return false }
            index += 1
        }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether all bytes are ASCII; tests eight at a time.
    var isASCII: Bool {
        let bytes = UnsafeRawBufferPointer(self)
        var place = 0
        while place + 8 <= bytes.count {
            if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            place += 8
        }
        return bytes[place...].allSatisfy { $0 < 0x80 }
    }
}
