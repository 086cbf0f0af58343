package import Foundation

/// A SHA-256 over parts of a model, equal in every process and on every machine.
///
/// Each part is preceded by its length, so that different lists of parts never produce the same
/// bytes.
package struct VersionHash {
    private var hash = SHA2Hasher(.sha256)

    /// Creates a hash.
    ///
    /// - Parameter kind: A word such as `entity`, added first so that descriptions of different
    ///   kinds never have the same hash.
    package init(_ kind: String) {
        add(kind)
    }

    package mutating func add(_ data: Data) {
        withUnsafeBytes(of: UInt64(data.count).littleEndian) { hash.add($0) }
        hash.add(data)
    }

    package mutating func add(_ text: String) { add(Data(text.utf8)) }

    /// Adds an optional string. nil differs from an empty string.
    package mutating func add(_ text: String?) {
        add(text == nil ? "nil" : "some")
        if let text { add(text) }
    }

    package mutating func add(_ number: Int) { add(String(number)) }

    package mutating func add(_ flag: Bool) { add(flag ? "yes" : "no") }

    /// The hash's 32 bytes.
    package var data: Data { hash.hash }
}

/// The checksum and the digest over all entities' version hashes, in Base64, as the metadata of a
/// store contains them. The algorithms were derived from the stores in `../shared/data/stores`.
package enum VersionHashes {
    /// Returns the SHA-256 over the hashes, in the order of the names.
    package static func checksum(_ hashes: [String: Data]) -> String {
        var hash = SHA2Hasher(.sha256)
        for (_, entity) in hashes.sorted(by: { $0.key < $1.key }) { hash.add(entity) }
        return hash.hash.base64EncodedString()
    }

    /// Returns the SHA-512 over each name and its hash, in the same order.
    package static func digest(_ hashes: [String: Data]) -> String {
        var hash = SHA2Hasher(.sha512)
        for (name, entity) in hashes.sorted(by: { $0.key < $1.key }) {
            hash.add(Data(name.utf8))
            hash.add(entity)
        }
        return hash.hash.base64EncodedString()
    }
}
