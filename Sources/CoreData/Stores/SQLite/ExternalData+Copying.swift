internal import Foundation

// The files of external data go where their store goes.
extension ExternalData {
    /// Whether a store has files of external data.
    static func isKept(by store: URL) -> Bool { !files(of: store).isEmpty }

    /// Copies the files of a store that another has not. Names are never used twice, so files of one name are the same.
    static func copy(from store: URL, to other: URL) throws {
        let names = files(of: store)
        if names.isEmpty { return }
        let (source, destination) = (folder(of: store), folder(of: other))
        try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)
        for name in names {
            let copy = destination.appending(path: name)
            if !FileManager.default.fileExists(atPath: copy.path) {
                try FileManager.default.copyItem(at: source.appending(path: name), to: copy)
            }
        }
    }

    static func removeAll(of store: URL) throws {
        let support = supportFolder(of: store)
        if FileManager.default.fileExists(atPath: support.path) { try FileManager.default.removeItem(at: support) }
    }

    private static func folder(of store: URL) -> URL { supportFolder(of: store).appending(path: "_EXTERNAL_DATA") }

    private static func files(of store: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder(of: store).path)) ?? []).filter { UUID(uuidString: $0) != nil }
    }
}
