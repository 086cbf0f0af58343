import CStrataMD
import Foundation
import StrataViewGraph
import Synchronization

/// The pictures of the app that pages show, each under an address that follows from its content.
///
/// A file is served from the moment that a view shows it. Its address is a digest of 256 bits, so
/// that a request cannot name another file, and a browser can keep it forever.
enum ImageFiles {
    private struct State {
        var addresses: [URL: String] = [:]
        var files: [String: URL] = [:]
    }

    private static let state = Mutex(State())
    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml", "webp": "image/webp",
        "gif": "image/gif", "avif": "image/avif", "pdf": "application/pdf",
    ]

    /// The path of the pictures, relative to the page.
    static let path = "strata/images"

    /// Returns the address of a file, relative to the page; nil if it cannot be read or is no picture.
    static func address(of url: URL) -> String? {
        if let known = state.withLock({ $0.addresses[url] }) { return known }
        let suffix = url.pathExtension.lowercased()
        guard types[suffix] != nil, let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return nil }
        let name = "\(digest(of: data)).\(suffix)"
        state.withLock { state in
            state.addresses[url] = "\(path)/\(name)"
            state.files[name] = url
        }
        return "\(path)/\(name)"
    }

    /// Returns the content and type of a file that was shown; nil for other names.
    static func file(named name: String) -> (data: Data, type: String)? {
        guard let url = state.withLock({ $0.files[name] }), let type = types[url.pathExtension.lowercased()],
            let data = try? Data(contentsOf: url, options: .mappedIfSafe)
        else { return nil }
        return (data, type)
    }

    /// The SHA-256 of data, in hexadecimal digits.
    private static func digest(of data: Data) -> String {
        var context = SHA2_CTX()
        SHA256Init(&context)
        data.withUnsafeBytes { bytes in
            SHA256Update(&context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256Final(&digest, &context)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
