// The compiler plug-in that implements `#Preview`, `@Previewable` and `@Entry`.
//
// The compiler starts it, writes requests to its standard input and reads responses from its
// standard output. Each message is JSON, preceded by its length as a 64-bit little-endian number.
// Packages usually build swift-syntax for this protocol, which takes minutes. Here `#Preview`
// and `@Previewable` expand to nothing, and `@Entry` needs a scanner for one declaration only
// (`EntryDeclaration`).

import FoundationEssentials
import Glibc

/// The response with the plug-in's capabilities: the protocol version of the Swift 6.3 compiler.
let capability = #"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#
/// The response to a request to expand `#Preview`: nothing.
let emptyExpansion = #"{"expandMacroResult":{"expandedSource":"","diagnostics":[]}}"#

while let header = read(8), let request = read(header.reversed().reduce(0) { $0 << 8 | Int($1) }) {
    if request.starts(with: #"{"getCapability""#.utf8) {
        write(capability)
        // Ignored: the compiler's other requests get an empty response.
    } else if let expansion = try? JSONDecoder().decode(AttachedExpansion.self, from: Data(request)) {
        write(expansion.response)
    } else {
        write(emptyExpansion)
    }
}

/// Returns the next `count` bytes of standard input; nil if it ends before that.
func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
        let more = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, size in
            size = max(0, Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count))
        }
        guard !more.isEmpty else { return nil }
        bytes += more
    }
    return bytes
}

/// Writes a message to standard output.
func write(_ message: String) {
    let length = UInt64(message.utf8.count)
    var rest = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(message.utf8)
    while !rest.isEmpty {
        let count = Glibc.write(STDOUT_FILENO, rest, rest.count)
        guard count > 0 else { exit(1) }
        rest.removeFirst(count)
    }
}
