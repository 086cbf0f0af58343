package import Foundation
internal import Synchronization

/// The files that the browser has uploaded to a window, and those that it can download.
///
/// Each file is in a folder of its own with a random name, in a folder of the window, which is
/// removed when the window closes or the process ends. The ID of a file, 128 random bits, is known
/// only to the tab of the window, and is the only way to it: no part of a path comes from a request.
@MainActor
package final class WindowFiles {
    /// A file that the browser downloads.
    package struct Download: Sendable {
        package let url: URL
        package let name: String
        package let mimeType: String
        let completion: @MainActor (Result<URL, any Error>) -> Void
    }

    /// Whether an upload goes on: false once the window has no use for its file.
    ///
    /// The task that writes the file asks without waiting for the main actor.
    package final class UploadState: Sendable {
        private let isWanted = Atomic(true)

        package var goesOn: Bool { isWanted.load(ordering: .relaxed) }

        fileprivate func end() { isWanted.store(false, ordering: .relaxed) }
    }

    /// A file that the browser sends, or has sent.
    private struct Upload {
        let url: URL
        let state = UploadState()
        /// Whether the file has arrived. Until then, something writes it, and it counts even if the
        /// window has no use for it anymore.
        var isComplete = false
        /// The ID of the element to which it is sent; nil if that is not known.
        let element: Int?
        /// The number of the user's choice in the element; nil if each file has a choice of its own.
        let batch: Int?
        /// The size that was announced.
        let size: Int
    }

    /// The maximum number of uploaded files that the app has not received yet.
    package nonisolated static let mostFiles = 64

    private var directory: URL?
    /// The files that the app has not received yet, by their IDs.
    private var uploads: [String: Upload] = [:]
    /// The sizes of the files that the app has received and may not have removed yet.
    private var received: [URL: Int] = [:]
    private var downloads: [String: Download] = [:]
    private var isClosed = false

    init() {}

    /// Creates the folder of a file, and returns the URL of the file in it.
    private func makeURL(_ id: String, named name: String) throws -> URL {
        let root = directory ?? FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(Self.makeID())")
        directory = root
        let folder = root.appendingPathComponent(id)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder.appendingPathComponent(Self.safeName(name))
    }

    /// Returns a name for a file on this machine: the last component of a name that a browser sent,
    /// without characters that have a meaning in a path.
    package static func safeName(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var scalars: String.UnicodeScalarView = last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        while scalars.first == "." { scalars.removeFirst() }
        var safe = String(scalars)
        while safe.utf8.count > 200 { safe.removeFirst() }
        return safe.isEmpty ? "file" : safe
    }

    private static func makeID() -> String {
        (0..<4).map { _ in
            let digits = String(UInt32.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    // MARK: Uploads

    /// The least size with which a received file counts, so that their number has a limit, too.
    static let leastSize = 1 << 16

    /// The most with which a file that has not arrived yet counts, so that a sum has a limit.
    private static let mostAnnounced = 1 << 40

    /// Starts an upload. Returns the URL to write, the ID of the file, and whether the upload goes on;
    /// nil if the window has too many files or is closed. ``finishUpload(_:)`` or
    /// ``cancelUpload(_:)`` follows.
    ///
    /// - Parameters:
    ///   - element: The ID of the element to which the file is sent.
    ///   - batch: The number of the user's choice, of which the file is a part. Earlier choices in the
    ///     element have failed, and their files are removed. Nil for a file whose element receives
    ///     several choices at a time.
    ///   - size: The size of the file, or the greatest that it may have.
    ///   - maxReceivedSize: The maximum size of the files of the window, together. A file that the app
    ///     has removed or moved does not count.
    package func beginUpload(
        named name: String, to element: Int? = nil, batch: Int? = nil, size: Int = 0, maxReceivedSize: Int = .max
    ) throws -> (id: String, url: URL, state: UploadState)? {
        if let element, let batch { discardUploads(to: element, before: batch) }
        guard !isClosed, uploads.count < Self.mostFiles else { return nil }
        if receivedSize >= maxReceivedSize {
            received = received.filter { FileManager.default.fileExists(atPath: $0.key.path) }
            guard receivedSize < maxReceivedSize else { return nil }
        }
        let id = Self.makeID()
        let url = try makeURL(id, named: name)
        let upload = Upload(
            url: url, element: element, batch: batch, size: min(max(size, Self.leastSize), Self.mostAnnounced))
        uploads[id] = upload
        return (id, url, upload.state)
    }

    /// Ends an upload whose file was written. Returns whether the window has a use for the file, which
    /// is removed otherwise.
    package func finishUpload(_ id: String) -> Bool {
        guard hasUpload(id) else {
            cancelUpload(id)
            return false
        }
        uploads[id]?.isComplete = true
        return true
    }

    /// Removes the file of an upload that failed.
    package func cancelUpload(_ id: String) {
        guard let upload = uploads.removeValue(forKey: id) else { return }
        ResourceFiles.remove(upload.url.deletingLastPathComponent())
    }

    /// Removes the files that were sent to an element, and that the app has not received.
    ///
    /// - Parameter batch: The number of the choice before which the files were chosen; nil for all.
    func discardUploads(to element: Int, before batch: Int? = nil) {
        for (id, upload) in uploads where upload.element == element {
            if let batch, upload.batch.map({ $0 >= batch }) ?? true { continue }
            discard(upload, id)
        }
    }

    /// Removes the files that were sent to elements, and that the app has not received.
    ///
    /// - Parameter condition: Returns whether the files of an element with an ID are removed.
    func discardUploads(where condition: (_ element: Int) -> Bool) {
        for (id, upload) in uploads { if let element = upload.element, condition(element) { discard(upload, id) } }
    }

    /// Removes a file. One that is still being written is removed when that ends, and counts until
    /// then.
    private func discard(_ upload: Upload, _ id: String) {
        upload.state.end()
        if upload.isComplete { cancelUpload(id) }
    }

    /// Returns whether the window has a file with an ID that the app has not received yet.
    func hasUpload(_ id: String) -> Bool { uploads[id]?.state.goesOn ?? false }

    /// Returns the files with IDs, and forgets their IDs; nil if one of them is unknown.
    func takeUploads(_ ids: [String]) -> [URL]? {
        let urls = ids.compactMap { hasUpload($0) ? uploads[$0]?.url : nil }
        guard urls.count == ids.count else { return nil }
        for id in ids { uploads[id] = nil }
        for url in urls { received[url] = max(Self.size(of: url), Self.leastSize) }
        return urls
    }

    /// Removes files that were taken and that the app has not accepted.
    func discard(_ urls: [URL]) {
        for url in urls where received.removeValue(forKey: url) != nil { ResourceFiles.remove(url.deletingLastPathComponent()) }
    }

    /// The size of the files that the app has received, and of those that it has not received yet.
    private var receivedSize: Int { uploads.values.reduce(received.values.reduce(0, +)) { $0 + $1.size } }

    private static func size(of url: URL) -> Int {
        // Ignored: a file that cannot be examined counts with the least size.
        (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    }

    // MARK: Downloads

    /// Writes a file for the browser, and returns its ID. Throws if the window is closed.
    func addDownload(
        _ file: FileWrapper, named name: String, mimeType: String,
        completion: @escaping @MainActor (Result<URL, any Error>) -> Void
    ) throws -> String {
        guard !isClosed else { throw CocoaError(.userCancelled) }
        let id = Self.makeID()
        let url = try makeURL(id, named: name)
        try file.write(to: url, originalContentsURL: nil)
        downloads[id] = Download(url: url, name: url.lastPathComponent, mimeType: mimeType, completion: completion)
        return id
    }

    /// Returns the file with an ID; nil if there is none.
    package func download(_ id: String) -> Download? { downloads[id] }

    /// Returns the file with an ID, and forgets the ID: a file is downloaded once.
    package func takeDownload(_ id: String) -> Download? { downloads.removeValue(forKey: id) }

    /// Reports the end of a download.
    package func finish(_ download: Download, _ error: (any Error)?) {
        guard !isClosed else { return }
        RunningAction.perform { download.completion(error.map { .failure($0) } ?? .success(download.url)) }
    }

    /// Removes all files. There are no more uploads and downloads after that.
    package func close() {
        isClosed = true
        for upload in uploads.values { upload.state.end() }
        uploads = [:]
        received = [:]
        downloads = [:]
        if let directory { ResourceFiles.remove(directory) }
    }
}
