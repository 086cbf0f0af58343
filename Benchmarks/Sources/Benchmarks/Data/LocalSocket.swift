import Foundation
import Glibc

/// A TCP connection to a port of this machine.
final class LocalSocket {
    let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let connected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Self.failure("connect") }
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, 0) == bytes.count else { throw Self.failure("send") }
    }

    /// Appends the next bytes to an array. Returns the number of bytes: 0 at the end of the
    /// connection, and nil if there are none at present and `waits` is false.
    func receive(into bytes: inout [UInt8], waits: Bool = true) throws -> Int? {
        try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            let flags = waits ? 0 : Int32(MSG_DONTWAIT)
            let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
            if count < 0, errno == EAGAIN { return nil }
            guard count >= 0 else { throw Self.failure("recv") }
            bytes.append(contentsOf: buffer[..<count])
            return count
        }
    }

    static func failure(_ call: String) -> WrongResult {
        WrongResult(description: "\(call): \(String(cString: strerror(errno)))")
    }
}
