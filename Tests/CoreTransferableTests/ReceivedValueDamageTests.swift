import CoreTransferable
import Foundation
import Testing
import UniformTypeIdentifiers

/// Values whose JSON comes from a drop or an upload, and may be hostile.
struct ReceivedValueDamageTests {
    private struct Card: Codable, Equatable, Transferable {
        var title: String

        static var transferRepresentation: some TransferRepresentation { CodableRepresentation(contentType: .json) }
    }

    @Test(arguments: [511, 512, 513, 514]) func `JSON of many levels is an error`(levels: Int) async throws {
        #expect(try await Card(importing: Data("{\"title\":\"A\"}".utf8), contentType: .json) == Card(title: "A"))
        for opening in ["[", "{\"title\":"] {
            for end in ["", "[", "{"] {
                let data = Data((String(repeating: opening, count: levels) + end).utf8)
                await #expect(throws: DecodingError.self) { try await Card(importing: data, contentType: .json) }
            }
        }
    }
}
