import FaultInjection
import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

/// Uploads that cannot be written, and downloads that cannot be read.
struct FileTransferTests {
    /// The end of a download, as the app is told.
    @MainActor
    private final class Outcome {
        var results: [Result<URL, any Error>] = []
    }

    @MainActor
    private static func download(isReadable: Bool) async throws -> (response: Response?, outcome: Outcome) {
        let app = HostedApp(Greeter())
        _ = try app.windows.open()
        let window = try #require(app.windows.windows.values.first)
        let outcome = Outcome()
        let id = try window.graph.files.addDownload(
            FileWrapper(regularFileWithContents: Data("text".utf8)), named: "a.txt", mimeType: "text/plain"
        ) { outcome.results.append($0) }
        if isReadable { return (try await app.download(id), outcome) }
        await #expect(throws: (any Error).self) {
            try await Faults.withoutDescriptors { _ = try await app.download(id) }
        }
        return (nil, outcome)
    }

    @Test func `a download whose file cannot be read has failed for the app`() async {
        await #expect(processExitsWith: .success) { try await FileTransferTests.failDownload() }
    }

    @MainActor
    private static func failDownload() async throws {
        let outcome = try await download(isReadable: false).outcome
        #expect(outcome.results.count == 1)
        #expect(throws: (any Error).self) { try outcome.results.first?.get() }
    }

    @MainActor
    @Test func `a download is a response with the file`() async throws {
        let (response, outcome) = try await Self.download(isReadable: true)
        #expect(response?.status == .ok)
        #expect(response?.body.contentLength == 4)
        // The app is told when the browser has received it.
        #expect(outcome.results.isEmpty)
    }

    @MainActor
    private static func write(_ text: String, to url: URL) async throws {
        try await FileTransfer.write(RequestBody(buffer: ByteBuffer(string: text)), to: url, limit: 100)
    }

    @Test func `an upload to a full disk is an error`() async {
        await #expect(processExitsWith: .success) { try await FileTransferTests.uploadToFullDisk() }
    }

    @MainActor
    private static func uploadToFullDisk() async throws {
        let folder = try Faults.makePublicFolder()
        let file = folder.appending(path: "a")
        await #expect(throws: (any Error).self) { try await Faults.onFullDisk { try await write("text", to: file) } }
        try await write("text", to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "text")
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `an upload without descriptors is an error`() async {
        await #expect(processExitsWith: .success) { try await FileTransferTests.uploadWithoutDescriptors() }
    }

    @MainActor
    private static func uploadWithoutDescriptors() async throws {
        let folder = try Faults.makePublicFolder()
        await #expect(throws: (any Error).self) {
            try await Faults.withoutDescriptors { try await write("text", to: folder.appending(path: "a")) }
        }
        try FileManager.default.removeItem(at: folder)
    }

    @MainActor
    @Test func `an upload above the limit is refused`() async throws {
        let folder = try Faults.makePublicFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = await #expect(throws: FileTransfer.Refusal.self) {
            try await Self.write(String(repeating: "x", count: 101), to: folder.appending(path: "a"))
        }
        #expect(error?.status == .contentTooLarge)
    }

    @Test func `a window may receive ten of the largest files, and small ones for a gigabyte`() {
        #expect(WindowLimits(maxFileSize: 200_000_000).maxReceivedSize == 2_000_000_000)
        #expect(WindowLimits(maxFileSize: 5).maxReceivedSize == 1_000_000_000)
        #expect(WindowLimits(maxFileSize: .max).maxReceivedSize == .max)
    }

    @MainActor
    @Test func `the files of windows are removed at the end of the process`() async throws {
        let windows = HostedApp(Greeter()).windows
        _ = try windows.open()
        let files = try #require(windows.windows.values.first).files
        let upload = try #require(try files.beginUpload(named: "a.txt"))
        try Data("text".utf8).write(to: upload.url)
        await windows.finish()
        let folder = upload.url.deletingLastPathComponent().deletingLastPathComponent()
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(try files.beginUpload(named: "a.txt") == nil)
        #expect(throws: CocoaError.self) {
            try files.addDownload(FileWrapper(regularFileWithContents: Data()), named: "a.txt", mimeType: "text/plain") { _ in }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
