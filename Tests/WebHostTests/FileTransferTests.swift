import FaultInjection
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import StrataViewGraph
@testable import StrataWebHost

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Uploads that cannot be written, and downloads that cannot be read.
struct FileTransferTests {
    /// The end of a download, as the app is told.
    @MainActor
    private final class Outcome {
        var results: [Result<URL, any Error>] = []
    }

    @MainActor
    private static func download(isReadable: Bool) async throws -> (response: Response?, outcome: Outcome) {
        // Its window, to which no tab connects, outlasts the test.
        let app = HostedApp(Greeter(), limits: WindowLimits(idleTimeout: .seconds(86_400)))
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

    /// A client that reads a response, or has closed the connection.
    private struct Client: ResponseBodyWriter {
        let isGone: Bool

        func write(_ buffer: ByteBuffer) throws { if isGone { throw ChannelError.ioOnClosedChannel } }
        consuming func finish(_ trailingHeaders: HTTPFields?) throws { if isGone { throw ChannelError.ioOnClosedChannel } }
    }

    /// Waits until the app is told the end of a download, for ten minutes at most.
    @MainActor
    private static func result(_ outcome: Outcome) async throws -> Result<URL, any Error> {
        let end = ContinuousClock.now + .seconds(600)
        while outcome.results.isEmpty, ContinuousClock.now < end { await Task.yield() }
        // The end of the response is no second end.
        await Task { @MainActor in }.value
        #expect(outcome.results.count == 1)
        return try #require(outcome.results.first)
    }

    /// Sends a download to a client, or to none, and releases the response.
    @MainActor
    private static func send(to client: Client?) async throws -> Outcome {
        let (response, outcome) = try await download(isReadable: true)
        guard let client else { return outcome }
        do {
            try await response?.body.write(client)
            #expect(!client.isGone)
        } catch is ChannelError {
            #expect(client.isGone)
        }
        return outcome
    }

    @MainActor
    @Test func `a download that is sent has succeeded`() async throws {
        let outcome = try await Self.send(to: Client(isGone: false))
        #expect(try await Self.result(outcome).get().lastPathComponent == "a.txt")
    }

    @MainActor
    @Test(arguments: [false, true])
    func `a download that breaks off, or whose response is not sent, is cancelled`(begins: Bool) async throws {
        let outcome = try await Self.send(to: begins ? Client(isGone: true) : nil)
        let error = await #expect(throws: CocoaError.self) { try await Self.result(outcome).get() }
        #expect(error?.code == .userCancelled)
    }

    @MainActor
    @Test func `a request for the headers of a download leaves it for the next request`() async throws {
        // Its window, to which no tab connects, outlasts the test.
        let app = HostedApp(Greeter(), limits: WindowLimits(idleTimeout: .seconds(86_400)))
        _ = try app.windows.open()
        let files = try #require(app.windows.windows.values.first).files
        let outcome = Outcome()
        let id = try files.addDownload(
            FileWrapper(regularFileWithContents: Data("text".utf8)), named: "a.txt", mimeType: "text/plain"
        ) { outcome.results.append($0) }
        let router = Router(context: ClientContext.self, options: .autoGenerateHeadEndpoints)
        app.addRoutes(to: router)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, server: .http1(windowsOf: app), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        var iterator = ports.makeAsyncIterator()
        let base = "http://127.0.0.1:\(try #require(await iterator.next()))"
        /// Returns the text, status and size of a response.
        func send(_ method: String) async throws -> (text: String, status: Int, size: String?) {
            var request = URLRequest(url: try #require(URL(string: "\(base)/strata/files/\(id)")), timeoutInterval: 600)
            request.httpMethod = method
            let (data, response) = try await URLSession.shared.data(for: request)
            let head = try #require(response as? HTTPURLResponse)
            return (String(decoding: data, as: UTF8.self), head.statusCode, head.value(forHTTPHeaderField: "Content-Length"))
        }
        for _ in 1...2 {
            let head = try await send("HEAD")
            #expect(head.status == 200)
            #expect(head.size == "4")
        }
        #expect(outcome.results.isEmpty)
        #expect(try await send("GET").text == "text")
        #expect(try await Self.result(outcome).get().lastPathComponent == "a.txt")
        #expect(try await send("HEAD").status == 404)
        #expect(try await send("GET").status == 404)
    }

    @MainActor
    private static func write(_ text: String, to url: URL) async throws {
        let state = WindowFiles.UploadState()
        try await FileTransfer.write(RequestBody(buffer: ByteBuffer(string: text)), to: url, limit: 100, while: state)
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
        #expect(FileTransfer.Refusal.tooLarge(1_500_000).message == "The file is larger than 1.5 MB.")
    }

    @MainActor
    @Test(.timeLimit(.minutes(30))) func `the writing of a file ends when the window has no use for it`() async throws {
        let app = HostedApp(Greeter(), limits: WindowLimits(idleTimeout: .seconds(86_400)))
        _ = try app.windows.open()
        let (token, window) = try #require(app.windows.windows.first)
        let files = window.files
        defer { files.close() }
        let first = try #require(try files.beginUpload(named: "a.txt", to: 5, batch: 1))
        let (body, source) = RequestBody.makeStream()
        let writing = Task { try await FileTransfer.write(body, to: first.url, limit: 100, while: first.state) }
        await source.yield(ByteBuffer(string: "text"))
        _ = try files.beginUpload(named: "a.txt", to: 5, batch: 2)
        // The body does not end before that.
        await source.yield(ByteBuffer(string: "text"))
        let error = await #expect(throws: FileTransfer.Refusal.self) { try await writing.value }
        source.finish()
        #expect(error?.status == .gone)
        #expect(!app.windows.finishUpload(token, first.id))
        #expect(!app.windows.finishUpload("no such window", first.id))
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
