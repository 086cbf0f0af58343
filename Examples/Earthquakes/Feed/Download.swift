import CCurl
import Foundation

/// An HTTP request for a feed, by libcurl.
///
/// It does not use Foundation's URLSession. On Linux (Swift 6.3.1), URLSession traps if a server
/// closes the connection in the middle of the response's header, and never returns if a server asks
/// for a password.
///
/// libcurl takes a proxy from the environment: `http_proxy`, `https_proxy`, `all_proxy` and
/// `no_proxy`.
struct Download {
    private let url: URL
    private let timeout: TimeInterval
    private let connectTimeout: TimeInterval
    private let largest: Int
    private let usesProxy: Bool

    /// The time limit for a whole response, in seconds.
    private static let longest = 300.0
    private static let mostRedirects = 5

    /// Creates a request for a URL.
    ///
    /// - Parameters:
    ///   - timeout: The seconds to wait for each part of the response.
    ///   - connectTimeout: The seconds to wait for a connection; nil for those of `timeout`.
    ///   - largest: The maximum size of the body, in bytes.
    ///   - usesProxy: Whether a proxy that the environment names is used.
    init(
        _ url: URL, timeout: TimeInterval, connectTimeout: TimeInterval? = nil, largest: Int = 1 << 28, usesProxy: Bool = true
    ) {
        self.url = url
        self.timeout = min(timeout, Self.longest)
        self.connectTimeout = min(connectTimeout ?? timeout, Self.longest)
        self.largest = largest
        self.usesProxy = usesProxy
    }

    /// Returns the body of the response.
    ///
    /// - Throws: ``FeedError``.
    func data() async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            // A transfer blocks its thread, so it gets one of its own.
            Thread.detachNewThread {
                let transfer = Transfer()
                continuation.resume(with: result(of: transfer))
                // Closed after the result is known: closing waits for a lookup of the host's name
                // that has not ended.
                transfer.close()
            }
        }
    }

    private func result(of transfer: Transfer) -> Result<Data, any Error> {
        let host = url.host() ?? url.absoluteString
        guard let code = run(transfer), code != CURLE_OPERATION_TIMEDOUT else {
            return .failure(FeedError.noAnswer(host: host, seconds: transfer.isConnected ? timeout : connectTimeout))
        }
        return Result { try transfer.body(endedWith: code, from: host) }
    }

    /// Returns curl's result of a transfer; nil if the server was silent for too long.
    private func run(_ transfer: Transfer) -> CURLcode? {
        prepare(transfer)
        while transfer.step() {
            let silent = ContinuousClock.now - transfer.lastHeard
            let rest = .seconds(transfer.isConnected ? timeout : connectTimeout) - silent
            guard rest > .zero else { return nil }
            transfer.wait(atMost: rest)
        }
        return transfer.code
    }

    private func prepare(_ transfer: Transfer) {
        transfer.set(CURLOPT_URL, url.absoluteString)
        transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
        transfer.set(CURLOPT_USERAGENT, "Strata-Earthquakes")
        transfer.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        transfer.set(CURLOPT_FOLLOWLOCATION, 1)
        transfer.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        transfer.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        transfer.set(CURLOPT_MAXREDIRS, Self.mostRedirects)
        transfer.set(CURLOPT_TIMEOUT_MS, Int(Self.longest * 1000))
        // Signals interrupt every thread of the process.
        transfer.set(CURLOPT_NOSIGNAL, 1)
        if !usesProxy { transfer.set(CURLOPT_NOPROXY, "*") }
        transfer.receive(atMost: largest)
    }
}
