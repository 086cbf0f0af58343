internal import Foundation

/// The folder of a store's files.
enum StoreFolder {
    /// Creates the folder of a new store, and those that it is in, unless it exists.
    static func make(of file: URL) throws {
        let folder = file.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw NSError(
                code: (error as NSError).code,
                "The folder \(folder.path) for the store cannot be created. Choose one that is writable.",
                [NSUnderlyingErrorKey: error])
        }
    }
}
