import Foundation
import StrataModelDifference
import Testing

/// Values of FIPS 180-4's examples and of `sha256sum` and `sha512sum`.
@Suite struct SHA2HasherTests {
    private func hex(_ data: Data) -> String { data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]) func sha256(text: String, hash: String) {
        #expect(hex(SHA2Hasher.hash(Data(text.utf8))) == hash)
    }

    @Test func sha512() {
        #expect(
            hex(SHA2Hasher.hash(Data("abc".utf8), .sha512))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    }

    @Test func `bytes may come in any number of parts`() {
        var hasher = SHA2Hasher(.sha256)
        for byte in Data("abc".utf8) { hasher.add([byte]) }
        hasher.add(Data())
        #expect(hasher.hash == SHA2Hasher.hash(Data("abc".utf8)))
    }

    @Test func `a slice is hashed from its own start`() {
        #expect(SHA2Hasher.hash(Data("xabc".utf8).dropFirst()) == SHA2Hasher.hash(Data("abc".utf8)))
    }
}
