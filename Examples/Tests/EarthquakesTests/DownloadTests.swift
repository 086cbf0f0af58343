import Foundation
import Testing

@testable import Earthquakes

/// A server that sends every client the same bytes and closes the connection.
private final class RawServer: Sendable {
    let url: URL
    private let listener: Int32

    /// Starts a server.
    ///
    /// - Parameter answer: The bytes to send after the request; nil to send nothing and keep the
    ///   connection open.
    init(_ answer: String?) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(listener, address, length) == 0, listen(listener, 8) == 0, getsockname(listener, address, &length) == 0
                else { throw POSIXError(.EADDRINUSE) }
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        url = try #require(URL(string: "http://127.0.0.1:\(port)/feed"))
        Thread.detachNewThread {
            while case let line = accept(listener, nil, nil), line >= 0 {
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(line, &request, request.count, 0)
                guard let answer else { continue }
                _ = answer.withCString { send(line, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                close(line)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

struct DownloadTests {
    private func failure(_ answer: String?, timeout: TimeInterval = 5) async throws -> FeedError? {
        let server = try RawServer(answer)
        do {
            _ = try await Download(server.url, timeout: timeout).data()
            return nil
        } catch let error as FeedError {
            return error
        }
    }

    @Test func aWholeAnswerIsItsBody() async throws {
        let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try await Download(server.url, timeout: 5).data() == Data("hello".utf8))
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "hello", "\u{16}\u{3}\u{1}", "HTTP/1.1 abc\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /feed\r\nContent-Length: 0\r\n\r\n",
    ])
    func whatIsNoAnswerOfAWebServerIsSaidSo(answer: String) async throws {
        #expect(try await failure(answer) == .garbled(host: "127.0.0.1"))
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
    ])
    func anAnswerThatBreaksOffIsTruncated(answer: String) async throws {
        #expect(try await failure(answer) == .truncated)
    }

    @Test(arguments: [401, 403, 404, 500, 503])
    func aStatusIsTold(code: Int) async throws {
        let answer = "HTTP/1.1 \(code) No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
        #expect(try await failure(answer) == .status(code, host: "127.0.0.1"))
    }

    @Test(arguments: [nil, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"])
    func aServerThatSaysNothingMoreIsNotWaitedForLong(answer: String?) async throws {
        let error = try await failure(answer, timeout: 0.2)
        #expect(error == (answer == nil ? .noAnswer(host: "127.0.0.1", seconds: 0.2) : .truncated))
    }

    @Test func anAddressWhereNobodyListensIsUnreachable() async throws {
        let url = try RawServer("").url
        await #expect(throws: FeedError.unreachable(host: "127.0.0.1")) { try await Download(url, timeout: 5).data() }
    }

    @Test func proxiesComeFromTheEnvironment() throws {
        let url = try #require(URL(string: "https://earthquake.usgs.gov/feed"))
        func proxy(_ environment: [String: String]) -> String {
            "\(Download.proxy(for: url, environment: environment).map { "\($0)" } ?? "none")"
        }
        #expect(proxy([:]) == "none")
        #expect(proxy(["http_proxy": "http://proxy:3128"]) == "none")
        #expect(proxy(["https_proxy": "http://proxy:3128"]).contains("proxy"))
        #expect(proxy(["HTTPS_PROXY": "proxy:3128"]).contains("3128"))
        #expect(proxy(["https_proxy": "http://proxy:3128", "no_proxy": "example.org, usgs.gov"]) == "none")
        #expect(proxy(["https_proxy": "http://proxy:3128", "NO_PROXY": "*"]) == "none")
    }
}
