internal import Foundation
internal import StrataArchives
internal import StrataModelFormat

/// A model that Apple's compiler wrote: a `.mom`, which is a keyed archive, or a `.momd`, a folder
/// with one of these for each version and a property list that names the current one.
///
/// A `.momd` may have `.omo` files, too, which repeat a version in another form. They are not read.
struct CompiledModel {
    struct Version {
        let name: String
        let url: URL
    }

    /// The versions, sorted by name.
    let versions: [Version]
    let current: Version
    /// The version hashes of Apple's, by the names of versions and entities.
    private let hashes: [String: [String: Data]]

    /// Returns nil for a file of another kind, such as a `.momd` of Strata's build plug-in.
    ///
    /// - Throws: `ModelFileError` for a folder that lacks its current version.
    init?(_ url: URL) throws(ModelFileError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        switch (url.pathExtension, isFolder.boolValue) {
        case ("momd", true): try self.init(folder: url)
        case ("mom", false) where Self.isArchive(url):
            self.init(versions: [Version(url)], current: Version(url), hashes: [:])
        default: return nil
        }
    }

    private init(versions: [Version], current: Version, hashes: [String: [String: Data]]) {
        self.versions = versions
        self.current = current
        self.hashes = hashes
    }

    private init(folder: URL) throws(ModelFileError) {
        // Ignored: a folder that cannot be read has no version.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let versions = names.sorted().map { folder.appending(path: $0) }.filter { $0.pathExtension == "mom" }.map { Version($0) }
        let list = Self.versionInfo(folder)
        let named = list?["NSManagedObjectModel_CurrentVersionName"] as? String
        // A model of one version may do without the list.
        guard
            let current = versions.first(where: { $0.name == named }) ?? (named == nil && versions.count == 1 ? versions[0] : nil)
        else {
            throw ModelFileError(
                at: SourceLocation(file: folder.relativePath, line: 0),
                named.map { "Apple's compiler names the current version '\($0)', and the folder has no \($0).mom." }
                    ?? "This is not a model of Apple's compiler: the folder has no VersionInfo.plist that can be read.")
        }
        let hashes = (list?["NSManagedObjectModel_VersionHashes"] as? [String: Any] ?? [:]).compactMapValues {
            ($0 as? [String: Any])?.compactMapValues { $0 as? Data }
        }
        self.init(versions: versions, current: current, hashes: hashes)
    }

    /// Returns the version whose entities have version hashes of Apple's; nil if the list has none.
    func version(withAppleHashes wanted: [String: Data]) -> Version? {
        versions.first { version in
            guard let hashes = hashes[version.name] else { return false }
            return wanted.allSatisfy { hashes[$0.key] == $0.value }
        }
    }

    /// Returns the list of versions in a `.momd`, in the binary form or as XML; nil if it has none
    /// that can be read.
    private static func versionInfo(_ folder: URL) -> [String: Any]? {
        // Ignored: the caller reports that the list is missing.
        guard let data = try? Data(contentsOf: folder.appending(path: "VersionInfo.plist")) else { return nil }
        // Ignored: the caller reports that the list is missing.
        return (try? PropertyList.object(in: data)) as? [String: Any]
    }

    /// Whether a file is a property list in the binary form, as keyed archives are.
    static func isArchive(_ url: URL) -> Bool {
        // Ignored: a file that cannot be read is reported by the reader of the other kind.
        guard let handle = try? FileHandle(forReadingFrom: url) else { return false }
        // Ignored: nothing was written.
        defer { try? handle.close() }
        // Ignored: the reader of the other kind reports this, too.
        return (try? handle.read(upToCount: 6)) == Data("bplist".utf8)
    }
}

extension CompiledModel.Version {
    fileprivate init(_ url: URL) {
        self.init(name: url.deletingPathExtension().lastPathComponent, url: url)
    }

    /// Reads the version into an empty model.
    ///
    /// - Throws: `ModelFileError` for a file that is not a model, and for a part that cannot be
    ///   read.
    func read(into model: NSManagedObjectModel) throws(ModelFileError) {
        let place = SourceLocation(file: url.relativePath, line: 0)
        do {
            try ModelUnarchiver.read(Data(contentsOf: url), into: model, isStrict: true)
        } catch let error as ArchiveError {
            throw ModelFileError(
                at: place, "The model of Apple's compiler \(error). Use the .xcdatamodeld that it was compiled from.")
        } catch {
            throw ModelFileError(
                at: place,
                """
                This is not a model of Apple's compiler, or it is damaged: \((error as NSError).localizedDescription) Use the .xcdatamodeld \
                that it was compiled from.
                """)
        }
    }
}
