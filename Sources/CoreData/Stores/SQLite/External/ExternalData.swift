internal import Foundation
internal import Glibc

/// Where the large data of some attributes lies: in files of their own beside the store, under names that the rows keep.
///
/// A column begins with a byte that says what follows: 1 the data itself, 2 the name of a file, 36 characters and a NUL, as in Apple's
/// stores.
struct ExternalData: Sendable {
    /// nil for a store in memory, which keeps everything in its rows.
    private let support: URL?
    private let store: URL?

    /// Data of more bytes gets a file. Apple's own bound is not documented; what people measured lies around this.
    static let threshold = 128 * 1_024

    private static let inline: UInt8 = 1
    private static let reference: UInt8 = 2

    /// - Parameter store: the store's file; nil for a store in memory.
    init(store: URL?) {
        self.store = store
        support = store.map(Self.supportFolder)
    }

    /// The hidden folder beside a store that holds its files, and that goes where the store goes: `.Quakes_SUPPORT` for `Quakes.sqlite`.
    static func supportFolder(of store: URL) -> URL {
        let name = store.deletingPathExtension().lastPathComponent
        return store.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT")
    }

    private var folder: URL? { support?.appending(path: "_EXTERNAL_DATA") }

    // MARK: Reading

    /// The data that a column stands for. A file is mapped, so that nothing of it is read before it is looked at.
    ///
    /// nil, and a line in the log, for a file that is not there.
    func data(_ column: Data) -> Data? {
        guard column.first == Self.reference else { return Data(column.dropFirst()) }
        guard let name = Self.name(in: column), let file = folder?.appending(path: name) else { return nil }
        do {
            return try Data(contentsOf: file, options: .alwaysMapped)
        } catch {
            // The system has a limit of mappings.
            if let data = try? Data(contentsOf: file) { return data }
            CoreDataLog.error("The external data \(file.path) cannot be read, so its attribute is nil: \(error)")
            return nil
        }
    }

    /// The name of the file that a column refers to; nil for one that holds its data.
    static func name(in column: Data) -> String? {
        guard column.first == reference, column.count >= 37 else { return nil }
        // A name and nothing else, whatever stands in the row: no way out of the folder.
        return UUID(uuidString: String(decoding: column.dropFirst().prefix(36), as: UTF8.self))?.uuidString
    }

    // MARK: Writing

    /// What a column keeps of data; writes a file, whose name is added to `written`, where that is large.
    ///
    /// The file is on the disk when this returns, but its name may not be: `finishWriting` sees to that.
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

    /// Puts the folder's new names on the disk, before the rows that refer to them are committed.
    func finishWriting() throws {
        guard let folder else { return }
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0, fsync(descriptor) == 0, close(descriptor) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// What a column keeps of data that stays in the row.
    static func inlined(_ data: Data) -> Data { Data([inline]) + data }

    func remove(_ names: [String]) {
        guard let folder else { return }
        // What cannot be removed is nobody's, and harmless.
        for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    // MARK: With the whole store

    /// Copies the files of a store whose rows are copied into this one.
    ///
    /// To be called before the rows are copied and again after: then neither what is written meanwhile is missing, nor what is removed. What is
    /// here besides goes at the next opening, or when a file is written next.
    func copyFiles(of other: ExternalData) throws {
        guard let support, let folder, let source = other.folder, FileManager.default.fileExists(atPath: source.path) else {
            return
        }
        try ExternalMarker.leave(in: support)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A file never changes, so one that is here already is the same.
        let here = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where !here.contains(name) {
            do {
                try FileManager.default.copyItem(at: source.appending(path: name), to: folder.appending(path: name))
            } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
                // Its row let go of it just now.
                continue
            }
        }
        try finishWriting()
    }

    /// Removes all files of a store that is destroyed, unless some may be a namesake's.
    func removeAll() throws {
        guard let support, !hasNamesake, FileManager.default.fileExists(atPath: support.path) else { return }
        try FileManager.default.removeItem(at: support)
    }

    // MARK: After a crash

    /// Notes that files are being written or removed, for as long as the marker is not removed: whoever dies meanwhile leaves it.
    ///
    /// To be called in a transaction that writes. nil for a store in memory.
    func beginChanges() throws -> ExternalMarker? { try support.map { try ExternalMarker(in: $0) } }

    /// Whether somebody was changing files and did not come to the end, or is at it now.
    var mayHaveOrphans: Bool { support.map { !ExternalMarker.all(in: $0).isEmpty } ?? false }

    /// Removes the files that nobody refers to, where somebody who was changing files died of it.
    ///
    /// To be called in a transaction that writes, before it changes which files rows refer to: then nobody is between writing a file and
    /// committing its row.
    ///
    /// - Parameter known: finds the names of the files that rows refer to.
    func removeOrphans(except known: () throws -> Set<String>) throws {
        guard let support, let folder else { return }
        let abandoned = ExternalMarker.all(in: support).filter(ExternalMarker.isAbandoned)
        // A namesake's files are known to its own rows only.
        if abandoned.isEmpty || hasNamesake { return }
        if let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let known = try known()
            remove(names.filter { UUID(uuidString: $0) != nil && !known.contains($0) })
        }
        for marker in abandoned { try? FileManager.default.removeItem(at: marker) }
    }

    /// Whether a store beside this one has the same folder, since its name differs behind the dot only: `Quakes.sqlite` and `Quakes.store`.
    private var hasNamesake: Bool {
        guard let store else { return false }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent().path)) ?? []
        let (own, base) = (store.lastPathComponent, store.deletingPathExtension().lastPathComponent)
        return names.contains {
            $0 != own && !$0.hasPrefix("\(own)-") && URL(filePath: $0).deletingPathExtension().lastPathComponent == base
        }
    }
}

extension NSAttributeDescription {
    /// Whether its data may lie outside of the row, so that the column begins with a byte that says where.
    var isExternal: Bool {
        allowsExternalBinaryDataStorage
            && (attributeType == .binaryDataAttributeType || attributeType == .transformableAttributeType)
    }
}
