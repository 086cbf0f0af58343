import Foundation

/// A minimal HTTP client, so that `first-page` measures the server. Each request has a connection
/// of its own.
enum WebPage {
    /// Returns the complete response to `GET /` from a local port, including its headers.
    static func get(port: Int) throws -> String {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard connection >= 0 else { throw failure("socket") }
        defer { close(connection) }

        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let connected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw failure("connect") }

        let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        guard send(connection, request, request.utf8.count, 0) == request.utf8.count else { throw failure("send") }

        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count >= 0 else { throw failure("recv") }
            if count == 0 { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }

    private static func failure(_ call: String) -> WrongResult {
        WrongResult(description: "\(call): \(String(cString: strerror(errno)))")
    }
}
