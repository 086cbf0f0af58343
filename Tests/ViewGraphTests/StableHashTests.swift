import Testing

@testable import StrataViewGraph

struct StableHashTests {
    private func hash(_ texts: String...) -> UInt64 {
        var hash = StableHash()
        for text in texts { hash.combine(text.utf8) }
        return hash.value
    }

    // The vectors of the algorithm's authors, in draft-eastlake-fnv.
    @Test func `the hash is that of FNV-1a with 64 bits`() {
        #expect(hash() == 0xCBF2_9CE4_8422_2325)
        #expect(hash("a") == 0xAF63_DC4C_8601_EC8C)
        #expect(hash("foobar") == 0x8594_4171_F739_67E8)
    }

    @Test func `bytes have the same hash in one piece and in several`() {
        #expect(hash("foo", "", "bar") == hash("foobar"))
    }
}
