import CoreTransferable
import Foundation
import StrataUserActivity
import Testing
import UniformTypeIdentifiers

struct NSItemProviderTests {
    /// Returns the value that a loader passes to its handler.
    private func loaded<Value: Sendable>(
        _ load: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            load { value, error in
                continuation.resume(with: Result { try value ?? { throw error ?? CocoaError(.featureUnsupported) }() })
            }
        }
    }

    @Test func `a string is loaded as an object, as a value and as data`() async throws {
        let item = NSItemProvider(object: "hello" as NSString)
        #expect(item.registeredTypeIdentifiers == ["public.utf8-plain-text"])
        #expect(item.canLoadObject(ofClass: NSString.self))
        #expect(item.canLoadObject(ofClass: String.self))
        #expect(!item.canLoadObject(ofClass: URL.self))
        #expect(try await loaded { item.loadObject(ofClass: String.self, completionHandler: $0) } == "hello")
        #expect(
            try await loaded { done in
                item.loadObject(ofClass: NSString.self) { object, error in done((object as? NSString).map { String($0) }, error) }
            } == "hello")
        #expect(
            try await loaded { item.loadDataRepresentation(forTypeIdentifier: "public.text", completionHandler: $0) }
                == Data("hello".utf8))
    }

    @Test func `an item whose file cannot be read fails`() async throws {
        let missing = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).txt")
        let item = NSItemProvider(receivedFile: missing, type: .plainText)
        await #expect(throws: (any Error).self) {
            let _: Data = try await loaded { item.loadDataRepresentation(for: .plainText, completionHandler: $0) }
        }
        await #expect(throws: (any Error).self) {
            let _: String = try await loaded { done in
                item.loadTransferable(type: String.self) { result in
                    switch result {
                    case .success(let text): done(text, nil)
                    case .failure(let error): done(nil, error)
                    }
                }
            }
        }
        let texts = await item.texts()
        #expect(texts["text/plain"] == nil)
    }

    @Test func `an address is loaded as a value`() async throws {
        let url = try #require(URL(string: "https://example.com/a?b=c"))
        let item = NSItemProvider(object: url as NSURL)
        #expect(item.hasItemConformingToTypeIdentifier(UTType.url.identifier))
        #expect(try await loaded { item.loadObject(ofClass: URL.self, completionHandler: $0) } == url)
    }

    @Test func `an activity is offered by its type, as it was when it was registered`() async throws {
        let activity = NSUserActivity(activityType: "com.example.note")
        activity.title = "before"
        let item = NSItemProvider(object: activity)
        let record = UserActivityRecord(activity)
        activity.title = "after"
        #expect(item.registeredTypeIdentifiers == ["com.example.note"])
        #expect(item.userActivity == record)
        let data = try await loaded {
            item.loadDataRepresentation(forTypeIdentifier: "com.example.note", completionHandler: $0)
        }
        #expect(try UserActivityRecord(encoded: data) == record)
        #expect(await item.texts() == [:])
        // Another form of the item, for programs that do not know the activity.
        let text = NSItemProvider(object: "note" as NSString)
        #expect(text.userActivity == nil)
        text.registerObject(activity, visibility: .ownProcess)
        #expect(text.registeredTypeIdentifiers == ["public.utf8-plain-text", "com.example.note"])
        #expect(text.userActivity?.title == "after")
    }

    @Test func `an item is loaded as what its type says`() async throws {
        let url = try #require(URL(string: "https://example.com"))
        let address = NSItemProvider(item: url as NSURL, typeIdentifier: UTType.url.identifier)
        let data = NSItemProvider(item: NSData(data: Data([1])), typeIdentifier: "com.example.bytes")
        #expect(
            try await loaded { done in
                address.loadItem(forTypeIdentifier: "public.url") { item, error in done(item as? URL, error) }
            } == url)
        #expect(
            try await loaded { done in
                data.loadItem(forTypeIdentifier: "com.example.bytes") { item, error in done(item as? Data, error) }
            } == Data([1]))
    }

    @Test func `a type that is not offered is an error`() async {
        let item = NSItemProvider()
        await #expect(throws: CocoaError.self) {
            try await loaded { item.loadDataRepresentation(for: .png, completionHandler: $0) }
        }
    }

    @Test func `the error of a loader reaches the receiver`() async {
        let item = NSItemProvider()
        item.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
            completion(nil, CocoaError(.fileNoSuchFile))
            return nil
        }
        await #expect(throws: CocoaError(.fileNoSuchFile)) {
            try await loaded { item.loadDataRepresentation(for: .png, completionHandler: $0) }
        }
    }

    @Test func `data becomes a file with the name of the item`() async throws {
        let item = NSItemProvider()
        item.suggestedName = "Plan"
        item.registerDataRepresentation(for: .json) { completion in
            completion(Data("{}".utf8), nil)
            return nil
        }
        let (name, content) = try await loaded { (done: @escaping @Sendable ((String, Data)?, (any Error)?) -> Void) in
            item.loadFileRepresentation(forTypeIdentifier: "public.json") { url, error in
                done(url.flatMap { url in (try? Data(contentsOf: url)).map { (url.lastPathComponent, $0) } }, error)
            }
        }
        #expect(name == "Plan.json")
        #expect(content == Data("{}".utf8))
    }

    @Test func `a received file is available with its content and as an address`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(UUID()).txt")
        try Data("text".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let item = NSItemProvider(receivedFile: url, type: .plainText)
        #expect(try await item.value(of: URL.self) == url)
        #expect(try await item.value(of: String.self) == "text")
        #expect(item.suggestedName == url.deletingPathExtension().lastPathComponent)
    }
}
