import Foundation
import SwiftUI
import Testing
import UniformTypeIdentifiers

/// Files and preferences among representations, as the documentation of `FileRepresentation` and
/// `TransferRepresentation` describes them.
struct TransferFileTests {
    private struct Recording: Transferable {
        var url: URL

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(contentType: .checkedRecording) { recording in
                SentTransferredFile(recording.url)
            } importing: { received in
                let copy = URL.temporaryDirectory.appending(path: "strata-checks-copy-\(UUID().uuidString)")
                try FileManager.default.copyItem(at: received.file, to: copy)
                return Recording(url: copy)
            }
        }
    }

    @Test func `a file that is imported has the content of the one that was exported`() async throws {
        let url = URL.temporaryDirectory.appending(path: "strata-checks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("sound".utf8).write(to: url)
        let data = try await Recording(url: url).exported(as: .checkedRecording)
        #expect(String(decoding: data, as: UTF8.self) == "sound")
        let imported = try await Recording(importing: data, contentType: .checkedRecording)
        defer { try? FileManager.default.removeItem(at: imported.url) }
        #expect(imported.url != url)
        #expect(try Data(contentsOf: imported.url) == data)
    }

    private struct Picture: Transferable {
        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(exportedContentType: .png) { _ in Data([1]) }
            DataRepresentation(exportedContentType: .jpeg) { _ in Data([2]) }
            DataRepresentation(importedContentType: .gif) { _ in Picture() }
        }
    }

    @Test func `each representation exports its own content type`() async throws {
        #expect(try await Picture().exported(as: .png) == Data([1]))
        #expect(try await Picture().exported(as: .jpeg) == Data([2]))
    }

    @Test func `a representation for imports only is not exported, and one for exports only not imported`() async {
        #expect(Picture().exportedContentTypes() == [.png, .jpeg])
        #expect(Picture.importedContentTypes() == [.gif])
        await #expect(throws: (any Error).self) { try await Picture().exported(as: .gif) }
    }

    private struct Pair: Codable, Equatable, Transferable {
        var left: Int
        var right: Int

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: .checkedPair, encoder: PropertyListEncoder(), decoder: PropertyListDecoder())
        }
    }

    @Test func `a codable representation uses the encoder and the decoder that it is given`() async throws {
        let pair = Pair(left: 1, right: 2)
        let data = try await pair.exported(as: .checkedPair)
        #expect(try PropertyListDecoder().decode(Pair.self, from: data) == pair)
        #expect(try await Pair(importing: data, contentType: .checkedPair) == pair)
    }

    private struct Name: Equatable, Transferable {
        var text: String

        static var transferRepresentation: some TransferRepresentation {
            ProxyRepresentation {
                $0.text
            } importing: {
                Name(text: $0)
            }
        }
    }

    @Test func `a proxy for both directions imports from the other type`() async throws {
        let type = try #require(Name.importedContentTypes().first { $0.conforms(to: .text) })
        #expect(try await Name(importing: Data("Ann".utf8), contentType: type) == Name(text: "Ann"))
    }
}

extension UTType {
    fileprivate static let checkedRecording = UTType(exportedAs: "com.example.strata.checks.recording", conformingTo: .data)
    fileprivate static let checkedPair = UTType(exportedAs: "com.example.strata.checks.pair", conformingTo: .data)
}
