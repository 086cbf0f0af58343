import ArgumentParser
import Foundation
import HTTPTypes
import NIOCore
import Testing
import StrataViewGraph

@testable import StrataWebHost

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@MainActor
struct ServerTests {
    /// Waits for the main actor, which other tests use, too.
    private let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return URLSession(configuration: configuration)
    }()

    @Test func pagesScriptAndStyleAreServed() async throws {
        let server = WebServer(try LaunchOptions.parse(["--port", "0"])) { _ in
            WindowGraph(title: "Test", content: Text("served"))
        }
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await server.run { address.yield($0) } }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let base = try #require(await iterator.next())

        let (page, response) = try await session.data(from: try #require(URL(string: base)))
        #expect(String(decoding: page, as: UTF8.self).contains(">served</span>"))
        let headers = try #require(response as? HTTPURLResponse)
        #expect(headers.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        #expect(headers.value(forHTTPHeaderField: "Content-Security-Policy")?.contains("script-src 'self'") == true)
        for (name, file) in Assets.files {
            let url = try #require(URL(string: base + "/" + Assets.path(of: name)))
            let (body, response) = try await session.data(from: url)
            #expect([UInt8](body) == file.bytes)
            let cache = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Cache-Control")
            #expect(cache?.hasSuffix("immutable") == true)
        }
        let (_, missing) = try await session.data(from: try #require(URL(string: base + "/nothing")))
        #expect((missing as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test func `a picture is served with its type and its size`() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: url) }
        // More than the buffers of a socket take at once.
        let picture = Data(repeating: 7, count: 3_000_000)
        try picture.write(to: url)
        let path = try #require(ImageFiles.address(of: url))
        let server = WebServer(try LaunchOptions.parse(["--port", "0"])) { _ in
            WindowGraph(title: "Test", content: Text("served"))
        }
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await server.run { address.yield($0) } }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let base = try #require(await iterator.next())
        let (body, response) = try await session.data(from: try #require(URL(string: "\(base)/\(path)")))
        #expect(body == picture)
        let headers = try #require(response as? HTTPURLResponse)
        #expect(headers.value(forHTTPHeaderField: "Content-Type") == "image/png")
        #expect(headers.value(forHTTPHeaderField: "Content-Length") == "3000000")
    }

    @Test func `every module that the script imports is served`() throws {
        for (name, file) in Assets.files where name.hasSuffix(".js") {
            let base = try #require(URL(string: "https://example.com/\(name)"))
            for match in String(decoding: file.bytes, as: UTF8.self).matches(of: /(?:from|import) "(\..+?)"/) {
                let path = try #require(URL(string: String(match.1), relativeTo: base)).absoluteURL.path
                #expect(Assets.files[String(path.dropFirst())] != nil, "\(name) imports \(match.1).")
            }
        }
    }

    @Test func `the option --person-header names the person, and refuses requests without one`() async throws {
        let options = try LaunchOptions.parse(["--port", "0", "--person-header", "X-Person"])
        var owners: [String?] = []
        let server = WebServer(options) { request in
            owners.append(request.owner)
            return WindowGraph(title: "Test", content: Text("served"))
        }
        let (addresses, address) = AsyncStream.makeStream(of: String.self)
        let running = Task { try await server.run { address.yield($0) } }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let base = try #require(await iterator.next())
        let url = try #require(URL(string: base))
        let (text, refused) = try await session.data(from: url)
        #expect((refused as? HTTPURLResponse)?.statusCode == 403)
        #expect(String(decoding: text, as: UTF8.self).hasSuffix("Use the proxy's address.\n"))
        #expect((refused as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
        var request = URLRequest(url: url)
        for person in ["ann", "bob", "ann"] {
            request.setValue(person, forHTTPHeaderField: "X-Person")
            let (_, response) = try await session.data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
        }
        #expect(owners.count == 3)
        #expect(owners[0] == owners[2])
        #expect(owners[0] != owners[1])
        #expect(owners[0] != nil)
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--person-header", "two words"]) }
    }

    @Test func `a person is named by one header of a proxy on this machine`() throws {
        let header = try #require(PersonHeader("X-Person"))
        let proxy = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let other = try SocketAddress(ipAddress: "192.0.2.7", port: 1)
        func headers(_ people: String...) -> HTTPFields {
            HTTPFields(people.map { HTTPField(name: header.name, value: $0) })
        }
        #expect(header.person(in: headers("ann"), from: proxy) == "ann")
        #expect(header.person(in: headers("ann"), from: other) == nil)
        #expect(header.person(in: headers("ann"), from: nil) == nil)
        #expect(header.person(in: headers(), from: proxy) == nil)
        #expect(header.person(in: headers(""), from: proxy) == nil)
        // The browser's own header, which the proxy has not removed.
        #expect(header.person(in: headers("bob", "ann"), from: proxy) == nil)
        // The addresses that the request itself claims do not count.
        var forged = headers("ann")
        forged[.xForwardedFor] = "127.0.0.1"
        #expect(header.person(in: forged, from: other) == nil)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.7", "notes.example"])
    func `a server that other machines reach says that it knows one person only`(host: String) throws {
        let warning = try LaunchOptions.parse(["--host", host]).sharedPersonWarning
        #expect(warning?.contains("listens on \(host) without --person-header") == true)
        #expect(try LaunchOptions.parse(["--host", host, "--person-header", "X-Person"]).sharedPersonWarning == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
    func `a server for this machine says nothing about people`(host: String) throws {
        #expect(try LaunchOptions.parse(["--host", host]).sharedPersonWarning == nil)
    }

    @Test(arguments: ["--idle-timeout", "--scene-lifetime", "--handoff-lifetime"])
    func `a time that cannot be computed with is refused`(option: String) {
        #expect(throws: (any Error).self) { try LaunchOptions.parse([option, "\(Int.max)"]) }
        #expect(throws: Never.self) { _ = try LaunchOptions.parse([option, "1000000000"]).limits }
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
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--handoff-lifetime", "0"]) }
        #expect(try LaunchOptions.parse(["--handoff-lifetime", "5"]).limits.handoffLifetime == .seconds(5))
        #expect(options.limits.sceneLifetime == .seconds(30 * 86_400))
        #expect(options.limits.handoffLifetime == .seconds(600))
        #expect(throws: (any Error).self) { try LaunchOptions.parse(["--scene-lifetime", "0"]) }
        #expect(try LaunchOptions.parse(["--scene-lifetime", "2"]).limits.sceneLifetime == .seconds(2 * 86_400))
        #expect(try LaunchOptions.parse(["--max-file-size", "5"]).limits.maxFileSize == 5)
    }
}
