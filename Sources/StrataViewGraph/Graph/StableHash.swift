/// A hash of bytes that is the same in each process, unlike that of Swift's `Hasher`, which has
/// another seed in each. It is FNV-1a with 64 bits.
///
/// It distinguishes what an app or a build makes. Against someone who looks for two contents with
/// the same hash, only a cryptographic digest helps.
@frozen
package struct StableHash {
    /// The hash of the bytes that were combined.
    package var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Creates the hash of no bytes.
    package init() {}

    /// Adds bytes to those that are hashed. O(bytes).
    @inlinable
    package mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
}
