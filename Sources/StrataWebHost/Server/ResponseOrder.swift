import NIOHTTP1

/// The order of the responses on a connection: one to each request.
///
/// NIO answers a request that it cannot parse with status 400: a body that ends early, because a
/// client has canceled an upload, or one that is malformed. The app may still be answering that
/// request, and Hummingbird answers it once more, even if it has a response. NIO stops a program
/// that is built for debugging at a second response, which would end the windows of all users.
struct ResponseOrder {
    /// Whether a request has no response yet.
    private var isOwed = false
    /// Whether a response has begun and not ended.
    private var isUnderWay = false

    mutating func didRead(_ part: HTTPServerRequestPart) {
        if case .head = part { isOwed = true }
    }

    /// NIO has answered the request unless a response had begun.
    mutating func didFailToParse() { isOwed = false }

    /// Returns whether a part of a response may be written, and expects the next one.
    mutating func accepts(_ part: HTTPServerResponsePart) -> Bool {
        switch part {
        case .head(let head) where head.isInformational: return isOwed
        case .head:
            guard isOwed else { return false }
            (isOwed, isUnderWay) = (false, true)
        case .body: return isUnderWay
        case .end:
            defer { isUnderWay = false }
            return isUnderWay
        }
        return true
    }
}

extension HTTPResponseHead {
    /// Whether another response to the same request follows.
    fileprivate var isInformational: Bool { 100..<200 ~= status.code }
}
