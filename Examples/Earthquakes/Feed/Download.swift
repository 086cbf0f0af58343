import AsyncHTTPClient
import Foundation

/// An HTTP request for a feed.
///
/// It does not use Foundation's URLSession. On Linux (Swift 6.3.1), URLSession traps if a server
/// closes the connection in the middle of the response's header, and never returns if a server asks
/// for a password.
struct Download {
    private let url: URL
    private let timeout: TimeInterval
    private let environment: [String: String]
    private let host: String

    /// The time limit for a whole response, in seconds.
    private static let longest = 300.0
    /// The maximum size of a response, in bytes.
    private static let largest = 1 << 28

    /// Creates a request for a URL.
    ///
    /// - Parameters:
    ///   - timeout: The seconds to wait for a connection and for each part of the response.
    ///   - environment: The environment variables that may name a proxy.
    init(_ url: URL, timeout: TimeInterval, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.url = url
        self.timeout = timeout
        self.environment = environment
        host = url.host() ?? url.absoluteString
    }

    /// Returns the body of the response.
    ///
    /// - Throws: ``FeedError``.
    func data() async throws -> Data {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<Data, any Error>
        do { result = .success(try await data(from: client)) } catch { result = .failure(error) }
        try await client.shutdown()
        return try result.get()
    }

    private func data(from client: HTTPClient) async throws -> Data {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "User-Agent", value: "Strata-Earthquakes")
        request.headers.add(name: "Accept-Encoding", value: "gzip")
        let response: HTTPClientResponse
        do {
            response = try await client.execute(request, timeout: .nanoseconds(Int64(Self.longest * 1e9)))
        } catch let error as HTTPClientError {
            throw isTimeout(error) ? FeedError.noAnswer(host: host, seconds: timeout) : FeedError.garbled(host: host)
        } catch {
            // A refused connection or an unknown host. A response that is not HTTP is an error of
            // the parser.
            throw "\(type(of: error))".contains("Parser") ? FeedError.garbled(host: host) : FeedError.unreachable(host: host)
        }
        guard response.status == .ok else { throw FeedError.status(Int(response.status.code), host: host) }
        do {
            return Data((try await response.body.collect(upTo: Self.largest)).readableBytesView)
        } catch let error as HTTPClientError where isTimeout(error) {
            throw FeedError.noAnswer(host: host, seconds: timeout)
        } catch {
            throw FeedError.truncated
        }
    }

    private func isTimeout(_ error: HTTPClientError) -> Bool {
        [.connectTimeout, .readTimeout, .deadlineExceeded, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout].contains(error)
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        let nanoseconds = Int64(min(timeout, Self.longest) * 1e9)
        configuration.timeout = HTTPClient.Configuration.Timeout(
            connect: .nanoseconds(nanoseconds), read: .nanoseconds(nanoseconds))
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .enabled(limit: .size(Self.largest))
        configuration.proxy = Self.proxy(for: url, environment: environment)
        return configuration
    }

    /// Returns the proxy that the usual environment variables name for a URL; nil for none.
    static func proxy(for url: URL, environment: [String: String]) -> HTTPClient.Configuration.Proxy? {
        func variable(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        let host = url.host() ?? ""
        let exceptions = (variable("no_proxy") ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let isExcepted = exceptions.contains { exception in
            let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
            return exception == "*" || host == name || host.hasSuffix("." + name)
        }
        guard !isExcepted, let name = variable("\(url.scheme?.lowercased() ?? "")_proxy"),
            let proxy = URL(string: name.contains("://") ? name : "http://" + name), let proxyHost = proxy.host()
        else { return nil }
        return .server(host: proxyHost, port: proxy.port ?? 80)
    }
}
