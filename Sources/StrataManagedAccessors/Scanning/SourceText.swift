import Foundation

/// A source file, with searches that need no parsing.
///
/// Most files of an app have no managed class. Searching for a few words with the C library costs a
/// hundredth of parsing them.
struct SourceText: Sendable {
    let path: String
    /// Whether the text differs from the file at the path, or there is none.
    let isChanged: Bool
    /// The file's bytes with a zero at the end, as the C library's search requires.
    private let terminated: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: `Problem` if the file cannot be read.
    init(path: String) throws(Problem) {
        do {
            terminated = try [UInt8](Data(contentsOf: URL(filePath: path))) + [0]
        } catch {
            throw Problem(at: nil, "The source file \(path) cannot be read: \(error.localizedDescription)")
        }
        self.path = path
        isChanged = false
    }

    /// Creates a text that differs from the file at the path, or has no file.
    init(changed path: String, bytes: [UInt8]) {
        self.path = path
        terminated = bytes + [0]
        isChanged = true
    }

    var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    func contains(_ word: String) -> Bool {
        var found = false
        forEachPosition(of: word) { _ in
            found = true
            return false
        }
        return found
    }

    /// The names after `class`, `struct` and similar keywords: the declared types, and some words
    /// in comments.
    var declaredNames: Set<String> {
        var names: Set<String> = []
        for keyword in ["class ", "struct ", "enum ", "typealias ", "protocol ", "actor "] {
            forEachPosition(of: keyword) { position in
                let name = terminated[(position + keyword.utf8.count)...].drop {
                    $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "`")
                }
                .prefix { $0 == UInt8(ascii: "_") || $0 >= 0x80 || Self.isLetterOrDigit($0) }
                if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
                return true
            }
        }
        return names
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Calls `body` with the positions of a word until it returns false.
    func forEachPosition(of word: String, _ body: (Int) -> Bool) {
        terminated.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else { return }
                var start = 0
                while start < buffer.count {
                    guard let found = strstr(base + start, word) else {
                        // The search ends at a zero byte, which may also be inside the file.
                        start += strlen(base + start) + 1
                        continue
                    }
                    let position = UnsafePointer(found) - base
                    guard body(position) else { return }
                    start = position + word.utf8.count
                }
            }
        }
    }
}
