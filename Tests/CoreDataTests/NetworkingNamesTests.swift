import CoreData
import Testing

/// Answers each request with its path, without a network.
private final class PathProtocol: URLProtocol, @unchecked Sendable {
    override static func canInit(with request: URLRequest) -> Bool { true }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let client, let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 203, httpVersion: "HTTP/1.1", headerFields: ["X-Kind": "path"])
        else { return }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client.urlProtocol(self, didLoad: Data(url.path.utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// A file that imports CoreData only, as the data layer of an app on Apple's platforms does.
@Suite struct NetworkingNamesTests {
    @Test func `import CoreData makes URLSession available`() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [PathProtocol.self]
        let session = URLSession(configuration: configuration)
        var request = URLRequest(url: try #require(URL(string: "http://example.invalid/feed")))
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let (data, response) = try await session.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        #expect(String(decoding: data, as: UTF8.self) == "/feed")
        #expect(answer.statusCode == 203)
        #expect(answer.value(forHTTPHeaderField: "X-Kind") == "path")
        session.invalidateAndCancel()
    }

    @Test func `import CoreData makes URLCache and URLCredential available`() {
        #expect(URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil).currentDiskUsage == 0)
        #expect(URLCredential(user: "a", password: "b", persistence: .none).user == "a")
    }
}
