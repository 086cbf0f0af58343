import Foundation
import Testing

@testable import CoreData

/// Files of cached results whose checksum is right, and whose content is not.
@Suite struct CachedResultsDamageTests {
    /// The content of a file.
    private struct Content: Encodable {
        struct Position: Encodable {
            var bytes = Data([1, 2])
        }

        struct Run: Encodable {
            var value: [String: [String: String]] = ["null": [:]]
            var count: Int
        }

        var requestKey = "request"
        var position = Position()
        var keys = Data()
        var prefixes = Data()
        var runs: [Run] = []
    }

    private static func archive(_ content: Content) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let list = try encoder.encode(content)
        var sum = UInt32.max
        for byte in list {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return withUnsafeBytes(of: (~sum).littleEndian) { Data($0) } + list
    }

    @Test func `results of no rows are read`() throws {
        let results = try #require(CachedResults(archive: try Self.archive(Content())))
        #expect(results.count == 0)
    }

    @Test(arguments: [-1, 0, 1, Int.max])
    func `a section without rows is not read`(count: Int) throws {
        #expect(CachedResults(archive: try Self.archive(Content(runs: [Content.Run(count: count)]))) == nil)
    }
}
