internal import Foundation
internal import Glibc
internal import StrataArchives

/// The property list in which a domain is kept, for several processes.
///
/// A writer holds a lock on the folder. It reads the file again if another process has replaced it,
/// applies its own changes, writes a new file, and renames that over the old one. So a reader sees
/// either the old file or the new one, also when the writer is killed, and no change of another
/// process is lost.
final class DefaultsFile {
    /// The attributes that differ between two versions of a file.
    private struct Identity: Equatable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        /// Returns the identity of the file at a path; nil if there is none. Throws if that cannot be
        /// found out.
        init?(_ path: String) throws {
            var status = stat()
            guard stat(path, &status) == 0 else {
                if errno == ENOENT || errno == ENOTDIR { return nil }
                throw DefaultsFile.lastError
            }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// The folder, which is created when the file is first used.
    let folder: String
    /// The name of the file in its folder.
    let name: String
    private var path: String { "\(folder)/\(name)" }

    /// The values of the version that was read or written last.
    private(set) var values: [String: PropertyListValue] = [:]
    private var known: Identity?
    /// Whether the version that was read last is no property list.
    private var isDamaged = false

    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Creates the folder if it does not exist.
    func createFolder() {
        // Ignored: reading finds no file, and writing reports that there is no folder.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Reads the file if it has changed. Returns whether it has.
    ///
    /// - Throws: If the file exists and cannot be read now, for lack of permission or of descriptors.
    ///   The values are unchanged then. Such a file is not damaged: it must not be replaced by one
    ///   without its values.
    @discardableResult
    func read() throws -> Bool {
        let current = try Identity(path)
        guard current != known else { return false }
        guard current != nil else {
            known = nil
            isDamaged = false
            values = [:]
            return true
        }
        let data = try Data(contentsOf: URL(filePath: path))
        known = current
        guard let read = decode(data) else {
            // A program without this library writes the file in place: it will be whole at the next
            // notice of inotify.
            isDamaged = true
            DefaultsLog.write("The user defaults at \(path) are not a property list. They are ignored.")
            return false
        }
        isDamaged = false
        values = read
        return true
    }

    private func decode(_ data: Data) -> [String: PropertyListValue]? {
        // Ignored: the caller reports a file that is no property list.
        guard let list = try? PropertyList.object(in: data),
            case .dictionary(let values)? = PropertyListValue(list)
        else { return nil }
        return values
    }

    /// Applies changes to the file's values, and replaces the file.
    ///
    /// - Parameter changes: The new values by key; nil for keys to remove.
    func write(_ changes: [String: PropertyListValue?]) throws {
        createFolder()
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Self.lastError }
        // Closing it also releases the lock.
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 { guard errno == EINTR else { throw Self.lastError } }

        try read()
        // Keeps what was there for the user to look at.
        if isDamaged { _ = rename(path, "\(path).damaged") }
        var updated = values
        for (key, value) in changes { updated[key] = value }
        let data = try PropertyListSerialization.data(
            fromPropertyList: updated.mapValues(\.object), format: .binary, options: 0)
        try replace(with: data)
        // Ignored: without an identity, the next reading reads the file again.
        known = try? Identity(path)
        isDamaged = false
        values = updated
    }

    private func replace(with data: Data) throws {
        // Always the same name: what a killed writer leaves behind is overwritten by the next one.
        let draft = "\(folder)/.\(name).new"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.lastError }
        let isWritten = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard isWritten, rename(draft, path) == 0 else {
            let error = Self.lastError
            close(file)
            unlink(draft)
            throw error
        }
        DiskFlush.finish(file)
    }

    fileprivate static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension Slice where Base == UnsafeRawBufferPointer {
    fileprivate var baseAddress: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}

/// Flushes written files to the disk without blocking the writer.
///
/// A file that was renamed is safe when the process ends, but the system may write it half a minute
/// later, and after the rename. Flushing it soon keeps a power failure from losing more than the
/// last changes.
private enum DiskFlush {
    private static let queue = DispatchQueue(label: "strata.defaults.flush", qos: .utility)
    /// Limits the files that are open at a time.
    private static let places = DispatchSemaphore(value: 16)

    /// Flushes and closes a file.
    static func finish(_ file: Int32) {
        guard places.wait(timeout: .now()) == .success else {
            close(file)
            return
        }
        queue.async {
            fdatasync(file)
            close(file)
            places.signal()
        }
    }
}
