import Glibc

/// The connection to the compiler: standard input and standard output.
///
/// Each message is JSON, preceded by its length in bytes as a 64-bit little-endian integer.
struct MessageChannel {
    /// Returns the next message; nil if the compiler closed the connection.
    func receive() -> [UInt8]? {
        guard let header = read(8) else { return nil }
        return read(header.reversed().reduce(0) { $0 << 8 | Int($1) })
    }

    /// Sends a message. Ends the process if the compiler closed the connection.
    func send(_ message: [UInt8]) {
        let length = UInt64(message.count)
        let packet = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + message
        var sent = 0
        while sent < packet.count {
            let count = packet.withUnsafeBytes { bytes in
                Glibc.write(STDOUT_FILENO, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            guard count > 0 else { exit(1) }
            sent += count
        }
    }

    /// Returns the next `count` bytes; nil if the input ends before that.
    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let part = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, size in
                size = max(0, Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count))
            }
            guard !part.isEmpty else { return nil }
            bytes += part
        }
        return bytes
    }
}
