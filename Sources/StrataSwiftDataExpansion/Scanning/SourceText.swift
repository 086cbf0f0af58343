/// A piece of a source file. Offsets count UTF-8 bytes.
struct SourceText {
    /// The UTF-8 encoding of the text.
    let bytes: [UInt8]
    /// The path of the file.
    let file: String
    /// The distance of the first byte from the start of the file.
    let offset: Int

    init(_ text: String, file: String = "", offset: Int = 0) {
        self.bytes = Array(text.utf8)
        self.file = file
        self.offset = offset
    }

    /// The text in a range of offsets.
    subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns the white space with which the line of an offset begins.
    func indentation(at offset: Int) -> String {
        let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = bytes[line..<offset].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? offset
        return self[line..<end]
    }
}

extension String {
    /// The text after the last period: the name without its module or enclosing types.
    var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
