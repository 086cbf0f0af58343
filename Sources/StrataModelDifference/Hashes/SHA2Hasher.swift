internal import CStrataMD
package import Foundation

/// Computes the SHA-256 or SHA-512 hash of the bytes that are added to it, with the system's libmd.
package struct SHA2Hasher {
    package enum Variant {
        case sha256
        case sha512

        /// The size of a hash, in bytes.
        var size: Int {
            switch self {
            case .sha256: Int(SHA256_DIGEST_LENGTH)
            case .sha512: Int(SHA512_DIGEST_LENGTH)
            }
        }
    }

    private let variant: Variant
    private var state = SHA2_CTX()

    package init(_ variant: Variant) {
        self.variant = variant
        switch variant {
        case .sha256: SHA256Init(&state)
        case .sha512: SHA512Init(&state)
        }
    }

    package mutating func add(_ bytes: some ContiguousBytes) {
        bytes.withUnsafeBytes { bytes in
            let first = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            switch variant {
            case .sha256: SHA256Update(&state, first, bytes.count)
            case .sha512: SHA512Update(&state, first, bytes.count)
            }
        }
    }

    /// The hash of the bytes added so far. More bytes can be added afterwards.
    package var hash: Data {
        var state = state
        var hash = Data(count: variant.size)
        hash.withUnsafeMutableBytes { hash in
            guard let first = hash.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            switch variant {
            case .sha256: SHA256Final(first, &state)
            case .sha512: SHA512Final(first, &state)
            }
        }
        return hash
    }

    /// Returns the hash of the bytes.
    package static func hash(_ bytes: some ContiguousBytes, _ variant: Variant = .sha256) -> Data {
        var hasher = SHA2Hasher(variant)
        hasher.add(bytes)
        return hasher.hash
    }
}
