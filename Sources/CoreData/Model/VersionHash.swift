internal import Crypto
internal import Foundation

/// A SHA-256 over parts of a model, the same in every process and on every machine.
///
/// Each part is preceded by its length, so that no two lists of parts read alike.
struct VersionHash {
    private var hash = SHA256()

    /// - Parameter kind: What is hashed, so that things of two kinds never have one hash.
    init(_ kind: String) {
        add(kind)
    }

    mutating func add(_ data: Data) {
        withUnsafeBytes(of: UInt64(data.count).littleEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: data)
    }

    mutating func add(_ text: String) { add(Data(text.utf8)) }

    /// A text that may be missing, which is not the same as an empty one.
    mutating func add(_ text: String?) {
        add(text == nil ? "nil" : "some")
        if let text { add(text) }
    }

    mutating func add(_ number: Int) { add(String(number)) }

    mutating func add(_ flag: Bool) { add(flag ? "yes" : "no") }

    /// 32 bytes.
    var data: Data { Data(hash.finalize()) }
}
