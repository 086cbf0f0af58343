import Foundation

/// A TCP connection to a server on this machine, which sends and reads only what a test asks it to.
struct Connection: Sendable {
    private struct Failed: Error {}

    let descriptor: Int32

    /// Connects to a server on a port.
    init(to port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failed() }
    }

    /// Sends the head of a request.
    func send(_ lines: String...) throws { try send(lines) }

    /// Sends the head of a request, and its body.
    func send(_ lines: [String], body: String = "") throws {
        let request = (lines + ["", ""]).joined(separator: "\r\n") + body
        guard write(descriptor, request, request.utf8.count) == request.utf8.count else { throw Failed() }
    }

    /// Waits for an answer that begins with a text, in one part or in several.
    func expect(_ start: String) throws {
        var answer = [UInt8](repeating: 0, count: start.utf8.count)
        guard recv(descriptor, &answer, answer.count, Int32(MSG_WAITALL)) == answer.count, answer == Array(start.utf8)
        else { throw Failed() }
    }

    /// Returns what the server sends until it closes the connection, or until that has a length.
    func rest(length: Int = .max) -> String {
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while answer.count < length {
            let count = recv(descriptor, &part, part.count, 0)
            guard count > 0 else { break }
            answer += part[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ends what the client sends. The server's answer can still be read.
    func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { Foundation.close(descriptor) }
}
