import Foundation

/// An error for a feed that was not imported. The store keeps the earthquakes that it has.
enum FeedError: LocalizedError, Equatable {
    case unreadable(path: String, reason: String)
    case unreachable(host: String)
    /// The host responded, but not with HTTP.
    case garbled(host: String)
    case noAnswer(host: String, seconds: TimeInterval)
    case status(Int, host: String)
    case notJSON
    case truncated
    case notGeoJSON(reason: String)
    case notStored(reason: String)

    var errorDescription: String? {
        switch self {
        case .unreadable(let path, let reason): "The file \(path) could not be read: \(reason)"
        case .unreachable(let host): "\(host) could not be reached. Is the address right, and is there a network?"
        case .garbled(let host): "\(host) sent a response that is not HTTP. Is the address that of a feed?"
        case .noAnswer(let host, let seconds): "\(host) did not answer within \(seconds.formatted()) seconds. Try again later."
        case .status(let code, let host): "\(host) answered with status \(code) instead of the feed."
        case .notJSON: "The feed is not JSON. Is the address that of a feed?"
        case .truncated: "The feed is truncated: it ends in the middle. Try again."
        case .notGeoJSON(let reason): "The feed is JSON, but not GeoJSON: \(reason)"
        case .notStored(let reason): "The earthquakes could not be saved: \(reason)"
        }
    }

    /// Whether the host did not respond, so that the bundled sample can replace its feed.
    var isUnreachable: Bool {
        switch self {
        case .unreachable, .noAnswer: true
        default: false
        }
    }
}
