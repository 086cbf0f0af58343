internal import Foundation
internal import Glibc

/// The files beside a store that hold the large data of attributes with
/// `allowsExternalBinaryDataStorage`.
///
/// Data above a threshold is written to a file of its own, and the row keeps the file's name, so
/// that reading and writing rows does not move the data:
///
///     Quakes.sqlite
///     .Quakes_SUPPORT/
///         _EXTERNAL_DATA/
///             5C1A…           one value each, named by a UUID
///         unfinished.9E07…    a transaction's marker (`ExternalMarker`)
///
/// The column of such an attribute begins with a byte for the kind of its content, as in Apple's
/// stores: 1 is followed by the data itself, 2 by a file name of 36 characters and a NUL. A file
/// never changes: a new value gets a new file.
///
/// Life of a value (`ExternalWrites`): a save writes the file and syncs it → syncs the folder →
/// commits the row with the name → a read maps the file into memory → a later save writes another
/// value, commits and syncs the commit → the old file is removed.
///
/// Invariant: each name in a committed row is the name of a complete file. So a new file reaches
/// the disk before its row is committed, and an old one is removed after the commit of its row
/// reached the disk (`syncCommits`): a power failure may undo a commit that did not. A crash in
/// between leaves files that no row refers to (orphans), never a row without its file.
///
/// Orphans are found by markers. A transaction creates a marker before it writes or removes its
/// first file, and removes it at its end. The process holds a lock on it, which ends with the
/// process. So a marker without a lock was left by a crashed process. The next process that opens
/// the store, and the next transaction that writes or removes a file, reads the names from all rows
/// and removes all other files. This happens inside a write transaction, while no other process can
/// have written a file without having committed its row.
struct ExternalData: Sendable {
    /// The support folder; nil for a store in memory, which keeps all data in its rows.
    private let support: URL?
    private let store: URL?

    /// The largest number of bytes that stay in the row. Apple does not document its threshold;
    /// published measurements are close to this one.
    static let threshold = 128 * 1_024

    private static let inline: UInt8 = 1
    private static let reference: UInt8 = 2

    /// - Parameter store: the store's file; nil for a store in memory.
    init(store: URL?) {
        self.store = store
        support = store.map(Self.supportFolder)
    }

    /// The folder beside the store; nil for a store in memory.
    var supportFolder: URL? { support }

    /// Returns the hidden folder beside a store that holds its files: `.Quakes_SUPPORT` for
    /// `Quakes.sqlite`. It must be moved and copied together with the store.
    static func supportFolder(of store: URL) -> URL {
        let name = store.deletingPathExtension().lastPathComponent
        return store.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT")
    }

    private var folder: URL? { support?.appending(path: "_EXTERNAL_DATA") }

    // MARK: Reading

    /// Returns the data of a column. A file is mapped into memory, so that its pages are read on
    /// access.
    ///
    /// If the file does not exist, as in a store that was copied without its folder, returns nil and
    /// logs an error. A file that exists may be readable later, when a descriptor or memory is free
    /// again. So if it cannot be read, this throws: nil would be taken for the stored value.
    func data(_ column: Data) throws -> Data? {
        guard column.first == Self.reference else { return Data(column.dropFirst()) }
        guard let name = Self.name(in: column), let file = folder?.appending(path: name) else { return nil }
        do {
            do {
                return try Data(contentsOf: file, options: .alwaysMapped)
            } catch {
                // The number of mappings is limited (`vm.max_map_count`).
                return try Data(contentsOf: file)
            }
        } catch let error as CocoaError where error.isMissingFile {
            CoreDataLog.error("The external data \(file.path) does not exist, so its attribute is nil.")
            return nil
        } catch {
            throw NSError(
                code: CocoaError.fileReadUnknown.rawValue,
                "The external data \(file.path) could not be read: \(error.localizedDescription) Check its permissions and the disk, and fetch again.",
                [NSUnderlyingErrorKey: error, NSFilePathErrorKey: file.path])
        }
    }

    /// Returns the name of the file that a column refers to; nil if the column holds the data
    /// itself.
    static func name(in column: Data) -> String? {
        guard column.first == reference, column.count >= 37 else { return nil }
        // Only a UUID, so that a damaged or malicious row cannot name a path outside of the folder.
        return UUID(uuidString: String(decoding: column.dropFirst().prefix(36), as: UTF8.self))?.uuidString
    }

    // MARK: Writing

    /// Returns the column's content for some data. Data above the threshold is written to a file,
    /// whose name is appended to `written`.
    ///
    /// When this returns, the file's content is on the disk, but its name may not be: call
    /// `finishWriting()` before the commit.
    func column(for data: Data, written: inout [String]) throws -> Data {
        guard data.count > Self.threshold, let folder else { return Self.inlined(data) }
        if written.isEmpty { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        let name = UUID().uuidString
        let file = folder.appending(path: name)
        written.append(name)
        do {
            try data.write(to: file, options: .withoutOverwriting)
            let handle = try FileHandle(forWritingTo: file)
            try handle.synchronize()
            try handle.close()
        } catch {
            throw NSError(
                code: (error as NSError).code,
                "The file \(file.path) for external data could not be written, so nothing was saved. Make room, or check the folder's permissions.",
                [NSUnderlyingErrorKey: error])
        }
        return Data([Self.reference]) + Data(name.utf8) + [0]
    }

    /// Syncs the folder, so that the names of new files are on the disk before the rows that refer
    /// to them are committed.
    func finishWriting() throws {
        if let folder { try Self.syncFolder(folder) }
    }

    private static func syncFolder(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// Syncs the content of a file. Returns false if there is no such file.
    @discardableResult
    private static func syncContent(_ path: String) throws -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return false }
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fdatasync(descriptor) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return true
    }

    /// Syncs the commits of the store so far, so that files can be removed that only earlier ones
    /// refer to.
    ///
    /// A commit is written to the write-ahead log, and the log is synced when it is copied into the
    /// database file, which SQLite syncs then. Without such a log, the end of a transaction is a
    /// change of its journal. The database file is not opened here: to close it would release the
    /// locks that SQLite has on it.
    func syncCommits() throws {
        guard let store = store?.resolvingSymlinksInPath() else { return }
        if try Self.syncContent(store.path + "-wal") { return }
        try Self.syncContent(store.path + "-journal")
        try Self.syncFolder(store.deletingLastPathComponent())
    }

    /// Returns the column's content for data that stays in the row.
    static func inlined(_ data: Data) -> Data { Data([inline]) + data }

    /// Removes files, by name. Files that earlier commits refer to need `syncCommits()` before.
    func remove(_ names: [String]) {
        guard let folder else { return }
        // Ignored: a file that cannot be removed is an orphan, which does no harm.
        for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    // MARK: The files of a whole store

    /// Copies the files of another store whose rows are copied into this one.
    ///
    /// If other connections may write to the source, call this before and after copying the rows.
    /// The first call copies the files that other connections then remove, the second those that
    /// they have written in between. A marker is left, so that superfluous files are removed as
    /// orphans later. When this returns, the files are on the disk.
    ///
    /// - Parameter links: Whether the files are shared where that is possible, since those of the
    ///   other store are about to be removed.
    func copyFiles(of other: ExternalData, links: Bool = false) throws {
        guard let support, let folder else { return }
        // A folder that cannot be listed is an error: rows would be copied without their files.
        let names = try other.folder.map(Self.names) ?? []
        // Files never change, so one that was copied before is still the same.
        let here = Set(try Self.names(in: folder))
        // Without files to copy, those that are here already become superfluous.
        if names.isEmpty && here.isEmpty { return }
        try ExternalMarker.leave(in: support)
        guard let source = other.folder, !names.isEmpty else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names where !here.contains(name) {
            let (original, file) = (source.appending(path: name), folder.appending(path: name))
            // Not between file systems, and not on all of them.
            if links, link(original.path, file.path) == 0 { continue }
            do {
                try Self.copy(original, to: file)
            } catch let error as CocoaError where error.isMissingFile {
                // The file was removed after the folder was listed: no row refers to it any more.
                continue
            }
        }
        try finishWriting()
    }

    /// Copies a file. It gets its name when it is complete and on the disk, because one that has the
    /// name is not copied again. If the process ends before, the part is an orphan.
    private static func copy(_ original: URL, to file: URL) throws {
        let part = file.deletingLastPathComponent().appending(path: UUID().uuidString)
        do {
            try FileManager.default.copyItem(at: original, to: part)
            try syncContent(part.path)
            guard rename(part.path, file.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        } catch {
            // Ignored: the first error is the cause, and a part that remains is an orphan.
            try? FileManager.default.removeItem(at: part)
            throw error
        }
    }

    /// Removes all files of a store that is destroyed, unless another store shares the folder. Throws
    /// if it cannot be found out whether one does.
    func removeAll() throws {
        guard let support, try FileManager.default.itemExists(at: support), try !hasNamesake() else { return }
        try FileManager.default.removeItem(at: support)
    }

    // MARK: After a crash

    /// Creates a marker for a transaction that writes or removes files; nil for a store in memory.
    /// Call it in a write transaction.
    func beginChanges() throws -> ExternalMarker? { try support.map { try ExternalMarker(in: $0) } }

    /// Whether there is a marker, of a process that crashed or of a running transaction.
    var mayHaveOrphans: Bool { support.map { !ExternalMarker.all(in: $0).isEmpty } ?? false }

    /// Removes the files that no row refers to, if a process crashed while it changed files.
    ///
    /// Call this in a write transaction that has not yet changed which files rows refer to.
    ///
    /// - Parameter known: reads the names of the files that rows refer to.
    func removeOrphans(except known: () throws -> Set<String>) throws {
        guard let support, let folder else { return }
        let abandoned = ExternalMarker.all(in: support).filter(ExternalMarker.isAbandoned)
        if abandoned.isEmpty { return }
        let names: [String]
        do {
            // Another store keeps files in the same folder, and only its own rows name them.
            if try hasNamesake() { return }
            names = try Self.names(in: folder)
        } catch {
            // The markers remain, so that the next transaction tries again.
            return warn(error)
        }
        let known = try known()
        let orphans = names.filter { UUID(uuidString: $0) != nil && !known.contains($0) }
        do {
            if !orphans.isEmpty { try syncCommits() }
        } catch {
            return warn(error)
        }
        remove(orphans)
        // Ignored: a marker that remains costs another search for orphans.
        for marker in abandoned { try? FileManager.default.removeItem(at: marker) }
    }

    /// Warns that superfluous files were kept. Their marker must remain, too.
    func warn(_ error: any Error) {
        CoreDataLog.warning("Superfluous external data in \(folder?.path ?? "") was kept: \(error.localizedDescription)")
    }

    /// Returns the names of the files in a folder; none if the folder does not exist.
    private static func names(in folder: URL) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch let error as CocoaError where error.isMissingFile {
            return []
        }
    }

    /// Whether another store shares the support folder, because the file names differ only in their
    /// extensions, such as `Quakes.sqlite` and `Quakes.store`.
    ///
    /// Throws if the folder cannot be listed: it may have another store then, whose files would be
    /// removed.
    private func hasNamesake() throws -> Bool {
        guard let store else { return false }
        let names = try FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().path)
        let (own, base) = (store.lastPathComponent, store.deletingPathExtension().lastPathComponent)
        return names.contains {
            $0 != own && !$0.hasPrefix("\(own)-") && URL(filePath: $0).deletingPathExtension().lastPathComponent == base
        }
    }
}
