import CCurl
import Foundation

/// A transfer of libcurl, with what it has received. Used by one thread.
///
/// Without memory for it, every step fails, and the result is `CURLE_FAILED_INIT`.
final class Transfer {
    /// The time of the last step forward: the start, the connection, or a part of a response.
    private(set) var lastHeard = ContinuousClock.now
    /// Whether the request could be sent.
    private(set) var isConnected = false

    private let handle: UnsafeMutableRawPointer?
    private let multi: UnsafeMutableRawPointer?
    private var received = Data()
    private var largest = Int.max
    /// Whether the header of the last response has ended. curl takes a response that ends in its
    /// header for a whole one without a body.
    private var hasWholeHeader = false

    /// The initialization of libcurl, once for the process.
    private static let initialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    init() {
        let isReady = Self.initialized == CURLE_OK
        handle = isReady ? curl_easy_init() : nil
        multi = isReady ? curl_multi_init() : nil
        curl_multi_add_handle(multi, handle)
    }

    /// Frees curl's memory. The transfer must not be used any more.
    ///
    /// This may take long: it waits for the end of a lookup of the host's name.
    func close() {
        curl_multi_remove_handle(multi, handle)
        curl_multi_cleanup(multi)
        curl_easy_cleanup(handle)
    }

    func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_number(handle, option, value) }

    func set(_ option: CURLoption, _ value: String) { _ = ccurl_set_text(handle, option, value) }

    /// Receives responses whose bodies have at most `largest` bytes.
    func receive(atMost largest: Int) {
        self.largest = largest
        let context = Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            _ = ccurl_set_pointer(handle, option, context)
        }
        _ = ccurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            Transfer.at(context).appendBody(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        _ = ccurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            Transfer.at(context).readHeaderLine(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        _ = ccurl_set_connected(handle) { context, _, _, _, _ in
            Transfer.at(context).didConnect()
            return CURL_PREREQFUNC_OK
        }
    }

    // MARK: Running

    /// Sends and receives what is possible without waiting. Returns whether more is to come.
    func step() -> Bool {
        var running: Int32 = 0
        return curl_multi_perform(multi, &running) == CURLM_OK && running > 0
    }

    /// Waits until a step is possible.
    func wait(atMost limit: Duration) {
        // A second at most, because curl has timeouts of its own.
        curl_multi_poll(multi, nil, 0, Int32(min(limit / .milliseconds(1) + 1, 1000)), nil)
    }

    /// The result, after the last step.
    var code: CURLcode {
        var messages: Int32 = 0
        return curl_multi_info_read(multi, &messages)?.pointee.data.result ?? CURLE_FAILED_INIT
    }

    /// Returns the body of a response with status 200.
    ///
    /// - Throws: ``FeedError``.
    func body(endedWith code: CURLcode, from host: String) throws(FeedError) -> Data {
        guard isConnected, !Self.connectionErrors.contains(code) else { throw .unreachable(host: host) }
        guard hasWholeHeader, code != CURLE_TOO_MANY_REDIRECTS else { throw .garbled(host: host) }
        let status = ccurl_status(handle)
        guard status == 200 else { throw .status(status, host: host) }
        guard code == CURLE_OK else { throw .truncated }
        return received
    }

    /// The errors of a connection, to which a redirect may also lead.
    private static let connectionErrors = [
        CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
        CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY,
    ]

    // MARK: curl's callbacks

    private static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Called before each request, also before that of a redirect.
    private func didConnect() {
        lastHeard = .now
        isConnected = true
        hasWholeHeader = false
    }

    /// Appends a part of the body. Returns the number of bytes that were taken; curl ends the
    /// transfer if these are not all.
    private func appendBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastHeard = .now
        guard received.count + bytes.count <= largest else { return 0 }
        received.append(contentsOf: bytes)
        return bytes.count
    }

    /// Reads a line of a response's header: its status line, a field, or the empty line at its end.
    /// The fields after a body in chunks come here, too.
    private func readHeaderLine(_ line: UnsafeRawBufferPointer) -> Int {
        lastHeard = .now
        if line.starts(with: "HTTP/".utf8) { hasWholeHeader = false }
        if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) { hasWholeHeader = true }
        return line.count
    }
}
