import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import StrataViewGraph
import Synchronization

/// The transfer of files between a window and its tab, by requests of their own.
///
/// # The life of an upload
///
/// 1. A view shows a file importer, whose element is a dialog. The user chooses files in it. Or the
///    user drops files or text on a destination of drops.
/// 2. For each file, `files.js` sends `PUT path/strata/files`. Headers name the window by its token,
///    the element, and the file.
/// 3. The server checks that the window shows this element, and that its types include the file. It
///    writes the content to a file with a random ID, and responds with the ID. A file that becomes
///    larger than the limit ends the request with status 413, and is removed, as is that of a
///    request that breaks off because the user has canceled the upload. A request whose element
///    is gone, or whose user has chosen again, ends with status 410.
/// 4. When all files have arrived, the script sends their IDs to the dialog in a `FilesEvent`, or to
///    the destination in a `DropEvent`.
/// 5. The app has the files until it removes them or the window closes. Those that a destination
///    rejects are removed at once, and so are those of a dialog or a destination that goes away
///    before all have arrived.
///    If one of them fails, the others are removed when the user chooses again: a header numbers
///    the choices in dialogs. A window that has too many files receives no more.
///
/// # The life of a download
///
/// 1. A view exports a document. Its content is written to a file with a random ID, which the window
///    sends to its tab.
/// 2. The script follows a link to `GET path/strata/files/ID`. The server sends the file, once, as
///    an attachment that no browser displays in the origin of the app. A request for the headers
///    (`HEAD`) does not count.
/// 3. The app is told once that the file was sent, or that it was not, however the response ends.
///
/// A page of another origin can do neither: it knows no token and no ID, both of 128 random bits.
enum FileTransfer {
    /// The path of transfers, relative to the page.
    static let path = "strata/files"

    /// An error that ends an upload, with the status of the response.
    struct Refusal: Error {
        let status: HTTPResponse.Status
        let message: String
    }

    /// Writes the body of a request to a file.
    ///
    /// - Throws: ``Refusal`` if it is larger than the limit, or the window has no use for it anymore.
    ///   Or the error of the connection or of the file system.
    static func write(_ body: RequestBody, to url: URL, limit: Int, while state: WindowFiles.UploadState) async throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw Refusal(status: .internalServerError, message: "The server could not store the file.")
        }
        let file = try FileHandle(forWritingTo: url)
        do {
            var size = 0
            for try await buffer in body {
                size += buffer.readableBytes
                guard size <= limit else { throw Refusal.tooLarge(limit) }
                guard state.goesOn else { throw Refusal.unwanted }
                try file.write(contentsOf: Data(buffer.readableBytesView))
            }
        } catch {
            // Ignored: the caller removes the file, and the first error is the cause.
            try? file.close()
            throw error
        }
        // A file system may report that it is full only now.
        try file.close()
    }
}

extension FileTransfer.Refusal {
    static let unwanted = Self(status: .gone, message: "The page does not ask for the file anymore.")

    static func tooLarge(_ limit: Int) -> Self {
        // In English, as the sentence.
        let size = Int64(limit).formatted(.byteCount(style: .file).locale(Locale(identifier: "en_US")))
        return Self(status: .contentTooLarge, message: "The file is larger than \(size).")
    }
}

extension HostedApp {
    /// The characters of a filename that a header contains as they are.
    private static let unescaped = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")

    /// Receives a file that the user has chosen in a dialog of a window.
    func upload(_ request: Request) async throws -> (status: HTTPResponse.Status, text: String) {
        let headers = request.headers
        guard hosts.accepts(request.head.authority), let token = headers[.strataWindow],
            let element = headers[.strataElement].flatMap({ Int($0) }),
            let name = headers[.strataFilename]?.removingPercentEncoding
        else { return (.badRequest, "This address takes files of the app's own pages.") }
        let limit = limits.maxFileSize
        let size = headers[.contentLength].flatMap { Int($0) } ?? limit
        if size > limit {
            let refusal = FileTransfer.Refusal.tooLarge(limit)
            return (refusal.status, refusal.message)
        }
        do {
            let target = try await windows.beginUpload(
                token, element, named: name, mimeType: headers[.contentType], size: size,
                batch: headers[.strataBatch].flatMap { Int($0) })
            do {
                try await FileTransfer.write(request.body, to: target.url, limit: limit, while: target.state)
            } catch {
                await windows.cancelUpload(token, target.id)
                throw error
            }
            guard await windows.finishUpload(token, target.id) else { throw FileTransfer.Refusal.unwanted }
            return (.created, target.id)
        } catch let refusal as FileTransfer.Refusal {
            return (refusal.status, refusal.message)
        }
    }

    /// Returns the headers of the response with a file that a window offers, which stays there; nil if
    /// there is none with the ID.
    func downloadHead(_ id: String) async -> Response? {
        guard let download = await windows.download(id) else { return nil }
        var headers = headers(of: download)
        // Ignored: the request for the file itself reports that it cannot be read.
        let attributes = try? FileManager.default.attributesOfItem(atPath: download.url.path)
        if let size = attributes?[.size] as? Int { headers[.contentLength] = String(size) }
        return Response(status: .ok, headers: headers)
    }

    private func headers(of download: WindowFiles.Download) -> HTTPFields {
        var headers = HTTPFields.strata(type: download.mimeType, cache: .never)
        headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        let name = download.name.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? "file"
        headers[.contentDisposition] = "attachment; filename*=UTF-8''\(name)"
        return headers
    }

    /// Returns the response with a file that a window offers; nil if there is none with the ID.
    ///
    /// Throws if the file cannot be read. Then the download has ended for the app, too.
    func download(_ id: String) async throws -> Response? {
        guard let (window, download) = await windows.takeDownload(id) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: download.url, options: .mappedIfSafe)
        } catch {
            await window.finish(download, error)
            throw error
        }
        let sending = DownloadSending(download, of: window)
        let chunkSize = 1 << 16
        let body = ResponseBody(contentLength: data.count) { writer in
            var offset = 0
            while offset < data.count {
                let end = min(offset + chunkSize, data.count)
                try await writer.write(ByteBuffer(bytes: data[data.startIndex + offset..<data.startIndex + end]))
                offset = end
            }
            try await writer.finish(nil)
            await sending.succeed()
        }
        return Response(status: .ok, headers: headers(of: download), body: body)
    }
}

/// The sending of a file. It has failed if the response is released first: because the client has
/// closed the connection, perhaps before the body began, or because a middleware sent another
/// response.
private final class DownloadSending: Sendable {
    private let download: WindowFiles.Download
    private let window: WindowFiles
    private let hasSucceeded = Mutex(false)

    init(_ download: WindowFiles.Download, of window: WindowFiles) {
        self.download = download
        self.window = window
    }

    deinit {
        guard !hasSucceeded.withLock({ $0 }) else { return }
        Task { @MainActor [window, download] in window.finish(download, CocoaError(.userCancelled)) }
    }

    func succeed() async {
        hasSucceeded.withLock { $0 = true }
        await window.finish(download, nil)
    }
}

extension HTTPField.Name {
    fileprivate static let strataWindow = Self("Strata-Window")!
    fileprivate static let strataElement = Self("Strata-Element")!
    fileprivate static let strataBatch = Self("Strata-Batch")!
    fileprivate static let strataFilename = Self("Strata-Filename")!
}
