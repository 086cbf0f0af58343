import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where earthquakes come from.
enum Feed: Equatable, Sendable {
    case remote(URL)
    case file(URL)

    /// All earthquakes of the past month; the USGS renews it every minute.
    static let usgs = Feed.remote(URL(string: "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_month.geojson")!)

    /// One day's earthquakes of April 2022, bundled for machines without a network.
    static var sample: Feed? { Bundle.module.url(forResource: "sample", withExtension: "geojson").map { .file($0) } }

    /// Reads the feed, off the main thread.
    ///
    /// - Parameter timeout: Seconds to wait for each part of an answer.
    /// - Throws: ``FeedError``.
    func load(timeout: TimeInterval) async throws -> Data {
        switch self {
        case .file(let url): try await Task.detached { try Self.read(url) }.value
        case .remote(let url): try await Self.download(url, timeout: timeout)
        }
    }

    private static func read(_ url: URL) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw FeedError.unreadable(path: url.path(percentEncoded: false), reason: error.localizedDescription)
        }
    }

    private static func download(_ url: URL, timeout: TimeInterval) async throws -> Data {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let host = url.host() ?? url.absoluteString
        do {
            let (data, response) = try await session.data(for: URLRequest(url: url, timeoutInterval: timeout))
            if let response = response as? HTTPURLResponse, response.statusCode != 200 {
                throw FeedError.status(response.statusCode, host: host)
            }
            return data
        } catch let error as URLError {
            switch error.code {
            case .timedOut: throw FeedError.noAnswer(host: host, seconds: timeout)
            case .networkConnectionLost: throw FeedError.truncated
            default: throw FeedError.unreachable(host: host, reason: error.localizedDescription)
            }
        }
    }
}
