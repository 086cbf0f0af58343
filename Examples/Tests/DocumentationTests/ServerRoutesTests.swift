import Foundation
import Hummingbird
import StrataWebHost
import Testing

@testable import TeamNotes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The routes of docs/server.md, in a server.
@MainActor
struct ServerRoutesTests {
    /// Returns the text of a response.
    private func get(_ url: String, session: String? = nil) async throws -> String {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpShouldHandleCookies = false
        if let session { request.setValue("session=\(session)", forHTTPHeaderField: "Cookie") }
        let (data, _) = try await URLSession(configuration: configuration).data(for: request)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `the routes of an app show the notes of the person who is signed in`() async throws {
        let notes = HostedApp(StoredNotes(notes: ["Ada": ["a note of Ada"], "Ben": ["a note of Ben"]]))
        let sessions = Sessions()
        let router = Router(context: SessionContext.self)
        router.add(middleware: SessionReader(sessions: sessions))
        router.get { _, _ in "the front page" }
        addRoutes(of: notes, to: router)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, server: .http1(windowsOf: notes), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        var iterator = ports.makeAsyncIterator()
        let base = "http://127.0.0.1:\(try #require(await iterator.next()))"

        // Those who are not signed in are sent to the front page.
        #expect(try await get("\(base)/notes/") == "the front page")
        let session = sessions.begin(for: "Ada").value
        let page = try await get("\(base)/notes/", session: session)
        #expect(page.contains("a note of Ada"))
        #expect(!page.contains("a note of Ben"))
        // The path of the request that opened the window, which a view reads.
        #expect(page.contains("/notes/"))
        await signOut(session, of: notes)
        sessions.end(session)
        #expect(try await get("\(base)/notes/", session: session) == "the front page")
    }
}
