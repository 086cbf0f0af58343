import Foundation
import NIOCore
import StrataViewGraph
import Synchronization

/// The image files of the app that pages show, and the pictures that it has in memory, each at an
/// address with the digest of its content.
///
/// A file is served once a view has shown it, and a picture as long as a view shows it. A request
/// names a digest and not a path, so it cannot reach other files. A browser may cache the content of
/// an address forever, so an address never has another content: a file that was replaced on disk
/// gets another address when a view shows it again, and is not found at the previous one.
enum ImageFiles {
    /// The version of a file, by which a replaced file is recognized.
    private struct Version: Equatable {
        let changed: Date?
        let size: Int?
        let number: Int?

        /// Reads the version of a file; nil if there is none.
        init?(of url: URL) {
            // Ignored: a file that cannot be examined is shown as a missing one.
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else { return nil }
            changed = attributes[.modificationDate] as? Date
            size = attributes[.size] as? Int
            number = attributes[.systemFileNumber] as? Int
        }
    }

    private struct State {
        var addresses: [URL: (name: String, version: Version)] = [:]
        /// The files by their names. Several files may have the same content.
        var files: [String: Set<URL>] = [:]
        /// The number of files at which those that were removed are forgotten.
        var mostFiles = ImageFiles.mostFiles
        /// The pictures by their names. Several images may have the same data.
        var pictures: [String: [WeakImage]] = [:]
        /// The number of names at which those of released images are removed.
        var mostPictures = 64
        /// The contents that are being sent, by their names.
        var contents: [String: WeakContent] = [:]
        /// The number of contents at which released ones are removed.
        var mostContents = 64

        /// Returns the content with a name that is being sent, or else another one, which is kept as
        /// long as it is being sent.
        mutating func share(_ content: Content, named name: String) -> Content {
            if let content = contents[name]?.content { return content }
            contents[name] = WeakContent(content: content)
            if contents.count > mostContents {
                contents = contents.filter { $0.value.content != nil }
                mostContents = max(64, 2 * contents.count)
            }
            return content
        }

        /// Records the name of a file. Forgets the file's previous name, if it was replaced.
        mutating func add(_ url: URL, name: String, version: Version) {
            if let known = addresses[url], known.name != name { remove(url, from: known.name) }
            addresses[url] = (name, version)
            files[name, default: []].insert(url)
            forgetFiles()
        }

        /// Removes a file from those with a name. The name is forgotten with the last one.
        private mutating func remove(_ url: URL, from name: String) {
            files[name]?.remove(url)
            if files[name]?.isEmpty == true { files[name] = nil }
        }

        /// Forgets the files that were removed, if there are many. An app may write a new picture every
        /// minute.
        private mutating func forgetFiles() {
            guard addresses.count > mostFiles else { return }
            for (url, address) in addresses where Version(of: url) == nil {
                addresses[url] = nil
                remove(url, from: address.name)
            }
            mostFiles = max(ImageFiles.mostFiles, 2 * addresses.count)
        }
    }

    private struct WeakImage { weak var image: UIImage? }

    /// The content of a file or a picture as responses send it.
    ///
    /// All responses that send the same one share it. A client may ask for a picture many times and
    /// read nothing, and each response is in memory until it is read.
    final class Content: Sendable {
        let buffer: ByteBuffer

        init(_ data: Data) { buffer = ByteBuffer(bytes: data) }
    }

    private struct WeakContent { weak var content: Content? }

    /// The number of files that are kept without looking for those that were removed.
    static let mostFiles = 1_024
    private static let state = Mutex(State())

    /// The number of files that are kept.
    static var fileCount: Int { state.withLock { $0.files.values.reduce(0) { $0 + $1.count } } }

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml", "webp": "image/webp",
        "gif": "image/gif", "avif": "image/avif", "bmp": "image/bmp", "pdf": "application/pdf",
    ]

    /// The path of the image files, relative to the page.
    static let path = "strata/images"

    /// Returns the address of a file, relative to the page; nil if it cannot be read, or if its suffix
    /// is not that of an image. Reads and hashes the file the first time, and after it was replaced.
    static func address(of url: URL) -> String? {
        guard let version = Version(of: url) else { return nil }
        if let known = state.withLock({ $0.addresses[url] }), known.version == version { return "\(path)/\(known.name)" }
        let suffix = url.pathExtension.lowercased()
        guard types[suffix] != nil, let data = ResourceFiles.data(at: url, options: .mappedIfSafe) else { return nil }
        let name = "\(Digest.hex(data)).\(suffix)"
        state.withLock { $0.add(url, name: name, version: version) }
        return "\(path)/\(name)"
    }

    /// Returns the address of a picture in memory, relative to the page; nil without content. Hashes
    /// the data the first time.
    static func address(of image: UIImage) -> String? {
        guard let format = image.format else { return nil }
        let name = "\(image.digest { Digest.hex($0) }).\(format.rawValue)"
        state.withLock { state in
            var images = state.pictures[name, default: []].filter { $0.image != nil }
            if !images.contains(where: { $0.image === image }) { images.append(WeakImage(image: image)) }
            state.pictures[name] = images
            guard state.pictures.count > state.mostPictures else { return }
            state.pictures = state.pictures.filter { _, images in images.contains { $0.image != nil } }
            state.mostPictures = max(64, 2 * state.pictures.count)
        }
        return "\(path)/\(name)"
    }

    /// Returns the content and media type of a file that a view has shown, or of a picture that one
    /// shows; nil for other names, and if the file was replaced.
    static func file(named name: String) -> (data: Data, type: String)? {
        if let image = state.withLock({ $0.pictures[name]?.lazy.compactMap(\.image).first }), let format = image.format {
            return types[format.rawValue].map { (image.data, $0) }
        }
        guard let type = types[String(name.drop { $0 != "." }.dropFirst())] else { return nil }
        let files = state.withLock { state in
            (state.files[name] ?? []).compactMap { url in state.addresses[url].map { (url, $0.version) } }
        }
        for (url, version) in files {
            guard let data = ResourceFiles.data(at: url, options: .mappedIfSafe) else { continue }
            if Version(of: url) == version || name.hasPrefix(Digest.hex(data)) { return (data, type) }
        }
        return nil
    }

    /// Returns the content and media type of ``file(named:)`` for a response, which keeps the content
    /// until it is sent.
    static func content(named name: String) -> (content: Content, type: String)? {
        guard let file = file(named: name) else { return nil }
        if let shared = state.withLock({ $0.contents[name]?.content }) { return (shared, file.type) }
        let content = Content(file.data)
        return (state.withLock { $0.share(content, named: name) }, file.type)
    }
}
