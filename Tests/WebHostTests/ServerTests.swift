import ArgumentParser
import Foundation
import Testing
import StrataViewGraph

@testable import StrataWebHost

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@MainActor
struct ServerTests {
    @Test func pagesScriptAndStyleAreServed() async throws {
        let server = WebServer(try LaunchOptions.parse(["--port", "0"])) { _ in
            WindowGraph(title: "Test", content: Text("served"))
        }
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await server.run { address.yield($0) } }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let base = try #require(await iterator.next())

        let (page, response) = try await URLSession.shared.data(from: try #require(URL(string: base)))
        #expect(String(decoding: page, as: UTF8.self).contains(">served</span>"))
        let headers = try #require(response as? HTTPURLResponse)
        #expect(headers.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        #expect(headers.value(forHTTPHeaderField: "Content-Security-Policy")?.contains("script-src 'self'") == true)
        for (name, file) in Assets.files {
            let url = try #require(URL(string: base + "/" + Assets.path(of: name)))
            let (body, response) = try await URLSession.shared.data(from: url)
            #expect([UInt8](body) == file.bytes)
            let cache = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Cache-Control")
            #expect(cache?.hasSuffix("immutable") == true)
        }
        let (_, missing) = try await URLSession.shared.data(from: try #require(URL(string: base + "/nothing")))
        #expect((missing as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test func `every module that the script imports is served`() throws {
        for (name, file) in Assets.files where name.hasSuffix(".js") {
            for match in String(decoding: file.bytes, as: UTF8.self).matches(of: /(?:from|import) "\.\/(.+?)"/) {
                #expect(Assets.files[String(match.1)] != nil, "\(name) imports \(match.1).")
            }
        }
    }

    @Test func anAddressThatIsTakenIsSaidSo() async throws {
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        let first = WebServer(try LaunchOptions.parse(["--port", "0"])) { _ in WindowGraph(title: "Test", content: Text("x")) }
        let running = Task { try await first.run { address.yield($0) } }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let port = try #require(await iterator.next()?.split(separator: ":").last)
        let second = WebServer(try LaunchOptions.parse(["--port", String(port)])) { _ in
            WindowGraph(title: "Test", content: Text("x"))
        }
        await #expect {
            try await second.run { _ in Issue.record("two servers have one port") }
        } throws: {
            "\($0)"
                == "Cannot listen on 127.0.0.1, port \(port): Address already in use. Choose another with --host and --port; --port 0 picks a free one."
        }
    }

    @Test func launchOptionsHaveDefaultsAndLimits() throws {
        let options = try LaunchOptions.parse([])
        #expect(options.host == "127.0.0.1" && options.port == 8080)
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--port", "70000"]) }
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--port", "many"]) }
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--max-file-size", "0"]) }
        #expect(try LaunchOptions.parse(["--max-file-size", "5"]).limits.maxFileSize == 5)
    }
}
