import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StrataUserActivity
import StrataViewGraph
import Testing

@testable import StrataWebHost

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Leaves it to the test to follow a redirect.
private final class RedirectsRefused: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

@MainActor
struct HostedAppTests {
    /// A server with routes of its own and an app below `/team/hello`, for those who say who they are.
    private func withServer(_ app: HostedApp, _ body: (_ base: String) async throws -> Void) async throws {
        let router = Router(context: ClientContext.self)
        router.get("health") { _, _ in "ok" }
        app.addRoutes(to: router.group("team"), at: "hello", setting: \.person) { request, _ in
            guard let name = request.headers[.init("X-Person")!] else { throw HTTPError(.unauthorized) }
            return name
        }
        let (addresses, address) = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: router, server: .http1(windowsOf: app), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { address.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await server.run() }
        defer { running.cancel() }
        var iterator = addresses.makeAsyncIterator()
        let port = try #require(await iterator.next())
        try await body("http://127.0.0.1:\(port)")
    }

    /// Waits for the main actor, which other tests use, too.
    private let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 600
        return URLSession(configuration: configuration, delegate: RedirectsRefused(), delegateQueue: nil)
    }()

    /// An app whose windows, to which no tab connects, and links outlast every test.
    private func makeApp(maxWindowsPerAddress: Int = 1_000, allowedHosts: [String]? = nil) -> HostedApp {
        let day = Duration.seconds(86_400)
        let limits = WindowLimits(maxWindowsPerAddress: maxWindowsPerAddress, idleTimeout: day, handoffLifetime: day)
        return HostedApp(Greeter(), limits: limits, allowedHosts: allowedHosts)
    }

    private func get(_ url: String, _ headers: [String: String] = [:]) async throws -> (text: String, response: HTTPURLResponse) {
        var request = URLRequest(url: try #require(URL(string: url)))
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
    }

    private func expect(
        _ status: Int, from url: String, _ headers: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await get(url, headers).response.statusCode
        #expect(found == status, sourceLocation: sourceLocation)
    }

    @Test func `an app is a part of a server`() async throws {
        try await withServer(makeApp()) { base in
            let health = try await get(base + "/health").text
            #expect(health == "ok")
            let page = try await get(base + "/team/hello/", ["X-Person": "Ann", "X-Town": "Oslo"])
            #expect(page.text.contains("Hello, Ann in Oslo"))
            #expect(page.text.contains("Asked for /team/hello/ by 127.0.0.1"))
            #expect(page.text.contains("<title>Greeter</title>"))
        }
    }

    @Test func `all URLs of a page are relative to it`() async throws {
        try await withServer(makeApp()) { base in
            let page = try await get(base + "/team/hello/", ["X-Person": "Ann"]).text
            let urls = page.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }.filter { !$0.hasPrefix("data:") }
            #expect(urls.count == 3)
            for url in urls {
                let (_, response) = try await get(base + "/team/hello/" + url)
                #expect(response.statusCode == 200, "\(url)")
            }
        }
    }

    @Test func `a path without the slash leads to the page`() async throws {
        try await withServer(makeApp()) { base in
            let response = try await get(base + "/team/hello?person=Bob").response
            #expect(response.statusCode == 302)
            let location = try #require(response.value(forHTTPHeaderField: "Location"))
            let target = URL(string: location, relativeTo: URL(string: base + "/team/hello"))
            #expect(target?.absoluteString == base + "/team/hello/?person=Bob")
        }
    }

    @Test(arguments: ["http:evil.example", "javascript:alert(1)", "\\\\evil.example", "hello"])
    func `a path without the slash never leads to another site`(name: String) throws {
        // A browser reads a backslash as a slash.
        let location = HostedApp.addressWithSlash("/team/\(name)", query: "a=b").replacing("\\", with: "/")
        let target = try #require(URL(string: location, relativeTo: URL(string: "https://hello.example/team/\(name.prefix(1))")))
        #expect(target.absoluteURL.scheme == "https")
        #expect(target.absoluteURL.host == "hello.example")
        #expect(target.absoluteURL.path(percentEncoded: false).hasSuffix("/"))
        #expect(target.query == "a=b")
    }

    @Test func `an error of the closure is the response`() async throws {
        try await withServer(makeApp()) { base in
            try await expect(401, from: base + "/team/hello/")
        }
    }

    @Test func `limits and names apply to a hosted app`() async throws {
        let limited = makeApp(maxWindowsPerAddress: 2, allowedHosts: ["hello.example"])
        try await withServer(limited) { base in
            let url = base + "/team/hello/"
            for _ in 1...2 { try await expect(200, from: url, ["X-Person": "Ann"]) }
            try await expect(429, from: url, ["X-Person": "Ann"])
            // Another client of a proxy on this machine.
            let other = ["X-Person": "Ann", "X-Forwarded-For": "1.2.3.4, 192.0.2.7"]
            let page = try await get(url, other).text
            #expect(page.contains("by 192.0.2.7"))
            try await expect(421, from: url, ["X-Person": "Ann", "Host": "evil.example"])
            try await expect(200, from: url, other.merging(["Host": "hello.example"]) { $1 })
        }
    }

    @Test func `a request for a link does not use it, and a refused link is explained`() async throws {
        let app = makeApp()
        let links = app.windows.handoffLinks
        let record = UserActivityRecord(NSUserActivity(activityType: "hello"))
        try await withServer(app) { base in
            let url = base + "/team/hello/?handoff="
            let (ann, bob) = (["X-Person": "Ann"], ["X-Person": "Bob"])
            let link = try #require(links.make(record, of: nil, window: "window", owner: Digest.hex("Ann")))
            for _ in 1...2 {
                let page = try await get(url + link, ann).text
                #expect(page.contains("data-handoff"))
            }
            try await expect(403, from: url + link, bob)
            _ = try links.redeem(link, for: Digest.hex("Ann"))
            let used = try await get(url + link, ann)
            #expect(used.response.statusCode == 410)
            #expect(used.response.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
            #expect(used.text.contains("This link was used already"))
            let windows = app.windows.count
            try await expect(404, from: url + "%3Cb%3E", ann)
            #expect(app.windows.count == windows)
            #expect(links.refusals == 3)
        }
    }

    @Test func `the address of a page names a URL that its window opens`() async throws {
        try await withServer(makeApp()) { base in
            let page = "\(base)/team/hello/?url="
            let person = ["X-Person": "Ann"]
            let opening = try await get(page + "parks%3Aetna%3Fa%3D1", person).text
            #expect(opening.contains("data-opens"))
            let long = "parks%3A" + String(repeating: "x", count: 2_048)
            for url in ["", "etna", "%2F%2Fexample.org", long] {
                let plain = try await get(page + url, person).text
                #expect(!plain.contains("data-opens"))
            }
        }
    }

    @Test func `windows of a person can be closed`() async throws {
        let app = makeApp()
        try await withServer(app) { base in
            for name in ["Ann", "Bob", "Ann"] { _ = try await get(base + "/team/hello/", ["X-Person": name]) }
            #expect(app.windows.count == 3)
            app.closeWindows { $0.headers[.init("X-Person")!] == "Ann" }
            #expect(app.windows.count == 1)
        }
    }

    @Test func `a server that does not upgrade says what is missing`() async throws {
        try await withServer(makeApp()) { base in
            let (text, response) = try await get(base + "/team/hello/strata/live?window=abc")
            #expect(response.statusCode == 426)
            #expect(text.contains("server: .http1(windowsOf: …)"))
        }
    }
}
