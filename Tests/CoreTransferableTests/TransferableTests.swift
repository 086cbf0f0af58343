import CoreTransferable
import Foundation
import Testing
import UniformTypeIdentifiers

struct TransferableTests {
    private struct Card: Codable, Equatable, Transferable {
        var title: String
        var isSecret = false

        static let type = UTType(exportedAs: "com.example.card")

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: type)
            ProxyRepresentation(exporting: \.title)
                .exportingCondition { !$0.isSecret }
                .suggestedFileName { $0.title }
        }
    }

    private struct Picture: Equatable, Transferable {
        var bytes: [UInt8]

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(contentType: .png) { picture in
                let url = FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(UUID()).png")
                try Data(picture.bytes).write(to: url)
                return SentTransferredFile(url)
            } importing: { received in
                Picture(bytes: [UInt8](try Data(contentsOf: received.file)))
            }
        }
    }

    private struct Reader: Transferable {
        var text: String

        static var transferRepresentation: some TransferRepresentation {
            DataRepresentation(importedContentType: .json) { Reader(text: "json \(String(decoding: $0, as: UTF8.self))") }
            ProxyRepresentation { (text: String) in Reader(text: text) }
        }
    }

    private func provider(_ value: some Transferable) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.register(value)
        return provider
    }

    @Test func `a codable value arrives as itself`() async throws {
        let item = provider(Card(title: "A"))
        #expect(item.registeredContentTypes == [Card.type, .utf8PlainText])
        #expect(try await item.value(of: Card.self) == Card(title: "A"))
        #expect(
            try await Card(importing: try await Card(title: "B").exported(as: Card.type), contentType: nil) == Card(title: "B"))
    }

    @Test func `a proxy stands for a value that the receiver does not know`() async throws {
        #expect(try await provider(Card(title: "A")).value(of: String.self) == "A")
    }

    @Test func `a condition decides about one representation of a value`() async {
        let item = provider(Card(title: "A", isSecret: true))
        #expect(item.registeredContentTypes == [Card.type])
        #expect(!item.canLoad(String.self))
        await #expect(throws: CocoaError.self) { try await item.value(of: String.self) }
        #expect(Card(title: "A", isSecret: true).exportedContentTypes() == [Card.type])
    }

    @Test func `a value can name its file`() { #expect(provider(Card(title: "Plan")).suggestedName == "Plan") }

    @Test func `a file arrives as a file`() async throws {
        #expect(try await provider(Picture(bytes: [1, 2])).value(of: Picture.self) == Picture(bytes: [1, 2]))
        #expect(try await Picture(importing: Data([3]), contentType: .png) == Picture(bytes: [3]))
    }

    @Test func `the receiver's first representation that is offered is used`() async throws {
        let item = NSItemProvider()
        item.registerDataRepresentation(for: .utf8PlainText) { completion in
            completion(Data("text".utf8), nil)
            return nil
        }
        #expect(try await item.value(of: Reader.self).text == "text")
        item.registerDataRepresentation(for: .json) { completion in
            completion(Data("{}".utf8), nil)
            return nil
        }
        #expect(try await item.value(of: Reader.self).text == "json {}")
        #expect(Reader.exportedContentTypes().isEmpty)
    }

    @Test func `text arrives from data of any conforming type`() async throws {
        #expect(try await String(importing: Data("a".utf8), contentType: .swiftSource) == "a")
        await #expect(throws: CocoaError.self) { try await String(importing: Data([0xFF]), contentType: .plainText) }
    }

    @Test func `an address arrives from a list of addresses`() async throws {
        let list = Data("# a comment\r\nhttps://example.com/a\r\nhttps://example.com/b".utf8)
        #expect(try await URL(importing: list, contentType: .url) == URL(string: "https://example.com/a"))
    }

    @Test func `data arrives from an item of any type`() async throws {
        #expect(try await provider("hello").value(of: Data.self) == Data("hello".utf8))
    }

    @Test func `an attributed string is sent as its text`() async throws {
        #expect(try await provider(AttributedString("bold")).value(of: String.self) == "bold")
        #expect(try await provider("plain").value(of: AttributedString.self) == AttributedString("plain"))
    }

    @Test func `other programs get text, and nothing that only this process may see`() async {
        #expect(await provider("hello").texts() == ["text/plain": "hello"])
        #expect(
            await provider(URL(string: "https://example.com")!).texts() == [
                "text/uri-list": "https://example.com", "text/plain": "https://example.com",
            ])
        #expect(await provider(URL(fileURLWithPath: "/etc/passwd")).texts().isEmpty)
        #expect(await provider(String(repeating: "x", count: 1 << 19)).texts().isEmpty)
    }

    @Test func `the offered types include those to which they conform`() {
        #expect(NSItemProvider.offeredTypes([.utf8PlainText]).contains("public.text"))
        #expect(NSItemProvider.offeredTypes([UTType(exportedAs: "com.example.Card")]).contains("com.example.card"))
    }
}
