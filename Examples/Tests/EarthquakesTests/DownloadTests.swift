import Foundation
import Testing

@testable import Earthquakes

/// A socket on the loopback interface, bound to a port of its own.
private struct LoopbackSocket {
    let descriptor: Int32
    let url: URL

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = try withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0, getsockname(descriptor, address, &length) == 0
                else { throw POSIXError(.EADDRINUSE) }
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        url = try #require(URL(string: "http://127.0.0.1:\(port)/feed"))
    }

    /// Begins to connect to the socket, without waiting. Returns the connection's descriptor.
    func connection() -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length)
                _ = connect(client, address, length)
            }
        }
        return client
    }
}

/// A server that sends every client the same bytes.
private final class RawServer: Sendable {
    let url: URL
    private let listener: Int32

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - answer: The bytes to send after the request.
    ///   - keepsOpen: Whether the connection stays open after the answer.
    init(_ answer: Data, keepsOpen: Bool = false) throws {
        let socket = try LoopbackSocket()
        let listener = socket.descriptor
        guard listen(listener, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        self.listener = listener
        url = socket.url
        Thread.detachNewThread {
            // EINVAL: the listener was shut down. The thread closes it, and not deinit: once it is
            // closed, its number may be that of another server, whose clients this one would get.
            while case let line = accept(listener, nil, nil), line >= 0 || errno != EINVAL {
                guard line >= 0 else { continue }
                Self.receiveRequest(line)
                _ = answer.withUnsafeBytes { send(line, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if !keepsOpen { close(line) }
            }
            close(listener)
        }
    }

    convenience init(_ answer: String, keepsOpen: Bool = false) throws {
        try self.init(Data(answer.utf8), keepsOpen: keepsOpen)
    }

    /// Reads up to the blank line that ends a request. A connection that is closed with bytes that
    /// were not read is reset, and the client may lose the answer.
    private static func receiveRequest(_ line: Int32) {
        var request: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(line, &part, part.count, 0)
            if count <= 0 { return }
            request += part.prefix(count)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

struct DownloadTests {
    /// A timeout for answers that come: it ends a test only if they never do.
    private static let whenStuck = 300.0

    /// 10,000 zeros, compressed by gzip.
    private static let compressedZeros = Data(
        base64Encoded: "H4sIAAAAAAACA+3BAQ0AAADCoErvn84cbkABAAAAAAAAAADAvwFpWBgKECcAAA==")!

    /// Downloads from a server without a proxy, whatever the environment names.
    private func download(_ url: URL, timeout: TimeInterval = whenStuck) async throws -> Data {
        try await Download(url, timeout: timeout, usesProxy: false).data()
    }

    private func failure(
        _ answer: String, keepsOpen: Bool = false, timeout: TimeInterval = whenStuck
    ) async throws -> FeedError? {
        let server = try RawServer(answer, keepsOpen: keepsOpen)
        defer { withExtendedLifetime(server) {} }
        do {
            _ = try await download(server.url, timeout: timeout)
            return nil
        } catch let error as FeedError {
            return error
        }
    }

    @Test func aWholeAnswerIsItsBody() async throws {
        let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        defer { withExtendedLifetime(server) {} }
        #expect(try await download(server.url) == Data("hello".utf8))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "hello", "\u{16}\u{3}\u{1}", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /feed\r\nContent-Length: 0\r\n\r\n",
    ])
    func whatIsNoAnswerOfAWebServerIsSaidSo(answer: String) async throws {
        #expect(try await failure(answer) == .garbled(host: "127.0.0.1"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
    ])
    func anAnswerThatBreaksOffIsTruncated(answer: String) async throws {
        #expect(try await failure(answer) == .truncated)
    }

    @Test func `the fields after a body in chunks do not belong to it`() async throws {
        let server = try RawServer(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n")
        defer { withExtendedLifetime(server) {} }
        #expect(try await download(server.url) == Data("hello".utf8))
    }

    @Test func `a redirect is followed`() async throws {
        let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        let first = try RawServer(
            "HTTP/1.1 302 Found\r\nLocation: \(server.url.absoluteString)\r\nContent-Length: 4\r\n\r\nmove")
        defer { withExtendedLifetime((server, first)) {} }
        #expect(try await download(first.url) == Data("hello".utf8))
    }

    @Test func `a redirect to a file is not followed`() async throws {
        let error = try await failure("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n")
        #expect(error == .status(302, host: "127.0.0.1"))
    }

    @Test func `a redirect to a server that breaks off in the header is garbled`() async throws {
        let server = try RawServer("HTTP/1.1 200 OK\r\nContent-")
        defer { withExtendedLifetime(server) {} }
        let error = try await failure("HTTP/1.1 302 Found\r\nLocation: \(server.url.absoluteString)\r\nContent-Length: 0\r\n\r\n")
        #expect(error == .garbled(host: "127.0.0.1"))
    }

    private func compressedServer() throws -> RawServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(Self.compressedZeros.count)\r\n\r\n"
        return try RawServer(Data(head.utf8) + Self.compressedZeros)
    }

    @Test func `a compressed body is decompressed`() async throws {
        let server = try compressedServer()
        defer { withExtendedLifetime(server) {} }
        #expect(try await download(server.url) == Data(repeating: UInt8(ascii: "0"), count: 10_000))
    }

    @Test func `a body that is larger than the limit when decompressed is not received`() async throws {
        let server = try compressedServer()
        defer { withExtendedLifetime(server) {} }
        await #expect(throws: FeedError.truncated) {
            try await Download(server.url, timeout: Self.whenStuck, largest: 9_999, usesProxy: false).data()
        }
    }

    @Test(arguments: [401, 403, 404, 500, 503])
    func aStatusIsTold(code: Int) async throws {
        let answer = "HTTP/1.1 \(code) No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
        #expect(try await failure(answer) == .status(code, host: "127.0.0.1"))
    }

    /// The timeout has the same error at each step at which it may fire: while the client connects,
    /// waits for the answer, or waits for more of it.
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"])
    func aServerThatSaysNothingMoreIsNotWaitedForLong(answer: String) async throws {
        let error = try await failure(answer, keepsOpen: true, timeout: 0.2)
        #expect(error == .noAnswer(host: "127.0.0.1", seconds: 0.2))
    }

    @Test func `a server that does not accept connections is not waited for longer than the connection may take`() async throws {
        // The kernel ignores further connections when the queue of a listener is full.
        let socket = try LoopbackSocket()
        var queued: [Int32] = []
        defer { for descriptor in queued + [socket.descriptor] { close(descriptor) } }
        #expect(listen(socket.descriptor, 0) == 0)
        for _ in 0..<4 { queued.append(socket.connection()) }
        await #expect(throws: FeedError.noAnswer(host: "127.0.0.1", seconds: 0.2)) {
            try await Download(socket.url, timeout: Self.whenStuck, connectTimeout: 0.2, usesProxy: false).data()
        }
    }

    @Test func anAddressWhereNobodyListensIsUnreachable() async throws {
        // Bound and not listening: the port refuses connections, and no other server can get it.
        let socket = try LoopbackSocket()
        defer { close(socket.descriptor) }
        await #expect(throws: FeedError.unreachable(host: "127.0.0.1")) { try await download(socket.url) }
    }
}
