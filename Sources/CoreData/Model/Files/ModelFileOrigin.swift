internal import Foundation
internal import StrataModelFormat

/// The file on a disk that a model was read from.
struct ModelFileOrigin: ModelOrigin {
    let url: URL

    /// None if the file is gone or can no longer be read: the program got its model from it, and the
    /// reason is logged.
    var versions: [(name: String, model: NSManagedObjectModel)] {
        let folder = url.deletingLastPathComponent()
        let isVersion = ["momd", "xcdatamodeld"].contains(folder.pathExtension)
        do {
            return try NSManagedObjectModel.versions(at: isVersion ? folder : url)
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return []
        }
    }
}
