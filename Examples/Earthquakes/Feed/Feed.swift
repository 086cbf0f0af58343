import Foundation

/// A source of earthquakes in GeoJSON.
enum Feed: Equatable, Sendable {
    case remote(URL)
    case file(URL)

    /// The feed of all earthquakes in the past month, which the USGS updates every minute.
    static let usgs = Feed.remote(URL(string: "https://\(usgsHost)/earthquakes/feed/v1.0/summary/all_month.geojson")!)
    static let usgsHost = "earthquake.usgs.gov"

    /// A bundled feed of one day in April 2022, for machines without a network.
    static var sample: Feed? { Bundle.module.url(forResource: "sample", withExtension: "geojson").map { .file($0) } }

    /// Loads the feed, off the main thread.
    ///
    /// - Parameters:
    ///   - timeout: The seconds to wait for each part of the response.
    ///   - connectTimeout: The seconds to wait for a connection; nil for those of `timeout`.
    /// - Throws: ``FeedError``.
    func load(timeout: TimeInterval, connectTimeout: TimeInterval? = nil) async throws -> Data {
        switch self {
        case .file(let url): try await Task.detached { try Self.read(url) }.value
        case .remote(let url): try await Download(url, timeout: timeout, connectTimeout: connectTimeout).data()
        }
    }

    private static func read(_ url: URL) throws -> Data {
        do {
            return try Data(contentsOf: url)
        } catch {
            throw FeedError.unreadable(path: url.path(percentEncoded: false), reason: error.localizedDescription)
        }
    }
}
