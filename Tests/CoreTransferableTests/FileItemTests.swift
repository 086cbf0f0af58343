import CoreTransferable
import Foundation
import StrataUserActivity
import Testing
import UniformTypeIdentifiers

/// Items and representations that are files, and items from which values are loaded.
struct FileItemTests {
    /// A value that is received as a text file, and sent as a PNG file.
    private struct Page: Equatable, Transferable {
        var text: String

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(importedContentType: .plainText) { received in
                #expect(!received.isOriginalFile)
                return Page(text: String(decoding: try Data(contentsOf: received.file), as: UTF8.self))
            }
            FileRepresentation(exportedContentType: .png) { page in
                let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).png")
                try Data(page.text.utf8).write(to: url)
                return SentTransferredFile(url)
            }
            .suggestedFileName("Page.png")
        }
    }

    /// Calls a closure with a file, which is removed afterward.
    private func withFile<Result>(named name: String, _ text: String, _ body: (URL) async throws -> Result) async throws -> Result
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Ignored: the system clears the temporary folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return try await body(url)
    }

    private func data(_ item: NSItemProvider, _ type: UTType) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            _ = item.loadDataRepresentation(for: type) { data, error in
                continuation.resume(with: Result { try data ?? { throw error ?? CocoaError(.featureUnsupported) }() })
            }
        }
    }

    private func value<Value: Transferable>(_ item: NSItemProvider, _ type: Value.Type) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            item.loadTransferable(type: type) { continuation.resume(with: $0) }
        }
    }

    @Test func `a file is an item of the type of its extension, with its name`() async throws {
        try await withFile(named: "Plan.json", "{}") { url in
            let item = try #require(NSItemProvider(contentsOf: url))
            #expect(item.registeredContentTypes == [.json])
            #expect(item.suggestedName == "Plan")
            #expect(try await data(item, .json) == Data("{}".utf8))
        }
    }

    @Test func `a file that does not exist is no item`() {
        let missing = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).txt")
        #expect(NSItemProvider(contentsOf: missing) == nil)
        #expect(NSItemProvider(contentsOf: nil) == nil)
    }

    @Test func `the types of an item are found by those that they conform to`() {
        let item = NSItemProvider()
        for type in [UTType.png, .json, .jpeg] { item.registerDataRepresentation(for: type) { _ in nil } }
        #expect(item.registeredContentTypes(conformingTo: .image) == [.png, .jpeg])
        #expect(item.registeredContentTypes(conformingTo: .json) == [.json])
        #expect(item.registeredContentTypes(conformingTo: .movie) == [])
    }

    @Test func `a closure makes the file of an item when a receiver asks for it`() async throws {
        try await withFile(named: "Plan.txt", "hello") { (url: URL) async throws in
            let item = NSItemProvider()
            item.registerFileRepresentation(for: .plainText) { done in
                done(url, false, nil)
                return nil
            }
            #expect(item.registeredContentTypes == [.plainText])
            #expect(try await data(item, .plainText) == Data("hello".utf8))
            #expect(try await value(item, Page.self) == Page(text: "hello"))
        }
    }

    @Test func `an item fails with the error of the closure that makes its file`() async {
        let item = NSItemProvider()
        item.registerFileRepresentation(for: .plainText) { done in
            done(nil, false, CocoaError(.fileReadNoPermission))
            return nil
        }
        let error = await #expect(throws: CocoaError.self) { try await data(item, .plainText) }
        #expect(error?.code == .fileReadNoPermission)
    }

    @Test func `a value is sent in one form and received in another`() async throws {
        let item = NSItemProvider()
        item.register(Page(text: "page"))
        #expect(item.registeredContentTypes == [.png])
        #expect(item.suggestedName == "Page")
        #expect(try await data(item, .png) == Data("page".utf8))
        #expect(!item.canLoad(Page.self))
        #expect(Page.importedContentTypes() == [.plainText])
        #expect(Page(text: "page").exportedContentTypes() == [.png])
        await #expect(throws: CocoaError.self) { try await value(item, Page.self) }
    }

    @Test func `the types of an activity are those of its kind`() {
        let activity = NSUserActivity(activityType: "com.example.reading")
        #expect(NSUserActivity.writableTypeIdentifiersForItemProvider == [])
        #expect(activity.writableTypeIdentifiersForItemProvider == ["com.example.reading"])
    }
}
