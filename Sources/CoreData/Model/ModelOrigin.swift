internal import Foundation
internal import StrataModelFormat

/// The file that a model was read from, which may have other versions of the model.
enum ModelOrigin {
    /// A model that was compiled into the program.
    case compiled(RegisteredModel)
    case file(URL)

    /// Returns all versions in the file with their names, as new models.
    ///
    /// None if the file is gone or can no longer be read: the program got its model from it, and the
    /// reason is logged.
    func versions() -> [(name: String, model: NSManagedObjectModel)] {
        switch self {
        case .compiled(let model): return model.versions.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
        case .file(let url):
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
}
