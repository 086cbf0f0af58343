import CStrataMD
import Foundation
import StrataViewGraph
import Synchronization

/// The image files of the app that pages show, each at an address with the digest of its content.
///
/// A file is served once a view has shown it. A request names a digest and not a path, so it cannot
/// reach other files. Resources of an app do not change while it runs, so a browser may cache the
/// content of an address forever.
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

    /// The path of the image files, relative to the page.
    static let path = "strata/images"

    /// Returns the address of a file, relative to the page; nil if it cannot be read, or if its suffix
    /// is not that of an image. Reads and hashes the file the first time.
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

    /// Returns the content and media type of a file that a view has shown; nil for other names.
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
