import CStrataMD
import Foundation

/// SHA-256.
enum Digest {
    /// Returns the digest of data, in hexadecimal digits.
    static func hex(_ data: Data) -> String {
        var context = SHA2_CTX()
        SHA256Init(&context)
        data.withUnsafeBytes { bytes in
            SHA256Update(&context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256Final(&digest, &context)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Returns the digest of a text.
    static func hex(_ text: String) -> String { hex(Data(text.utf8)) }
}
