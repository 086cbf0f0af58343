public import Foundation
package import ModelFormat

extension NSManagedObjectModel {
    /// Reads an `.xcdatamodeld` (its current version), an `.xcdatamodel`, or the `.momd` that the build plug-in made.
    ///
    /// Returns nil for what cannot be read, and says why in the log, with file and line. Models that Apple's compiler made are not read.
    public convenience init?(contentsOf url: URL) {
        do {
            try self.init(reading: url)
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return nil
        }
    }

    /// The same for tools, which show what is wrong themselves.
    ///
    /// - Throws: `ModelFileError` with file and line.
    package convenience init(reading url: URL) throws(ModelFileError) {
        let file = try ModelFile(url)
        try self.init(file.currentModel, module: file.module)
    }

    /// Makes a model of a file's parts. Class names such as `.Quake` belong to `module`.
    ///
    /// - Throws: `ModelFileError` with the line, for what names something that is not there or cannot be read.
    package convenience init(_ element: ModelElement, module: String?) throws(ModelFileError) {
        self.init()
        self.module = module
        try ModelReading(element, into: self).read()
    }

    /// Writes an `.xcdatamodel`, or an `.xcdatamodeld` with one version of the same name.
    ///
    /// What was read from a file keeps what only a file knows, such as the code to generate, also where parts were changed since. Other
    /// versions in the folder stay.
    ///
    /// - Throws: An error in `NSCocoaErrorDomain` for what a model file cannot hold, and where the file cannot be written.
    public func write(to url: URL) throws {
        do {
            let element = try fileElement()
            // XML cannot hold every text (no control characters): what could not be read back is not written.
            guard try ModelElement(contents: Data(element.contents.utf8), file: url.relativePath) == element else {
                throw ModelFileError.unwritable("A text in the model holds characters that XML cannot.")
            }
            guard url.pathExtension == "xcdatamodeld" else {
                guard url.pathExtension == "xcdatamodel" else {
                    throw ModelFileError.unwritable("A model's file name ends in .xcdatamodel or .xcdatamodeld.")
                }
                return try element.write(to: url)
            }
            let name = url.deletingPathExtension().lastPathComponent
            try ModelBundle(url: url, versions: [ModelVersion(name: name, model: element)], currentVersionName: name).write(
                to: url)
        } catch let error as ModelFileError {
            let sentence = error.location == .none ? error.message : error.description
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSFileWriteUnknownError, userInfo: [NSLocalizedDescriptionKey: sentence])
        }
    }

    /// The model as the elements of a file.
    ///
    /// - Throws: `ModelFileError` for what a model file cannot hold.
    package func fileElement() throws(ModelFileError) -> ModelElement { try ModelWriting(model: self).element() }

    /// The checksums of all versions of a model, by the versions' names.
    ///
    /// - Throws: An error in `NSCocoaErrorDomain` for a model that cannot be read.
    public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
        do {
            return Dictionary(
                try NSManagedObjectModel.versions(at: modelURL).map { ($0.name, $0.model.versionChecksum) },
                uniquingKeysWith: { first, _ in first }
            )
        } catch {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSFileReadCorruptFileError, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
        }
    }

    /// All versions of a model, by name.
    static func versions(at url: URL) throws(ModelFileError) -> [(name: String, model: NSManagedObjectModel)] {
        let file = try ModelFile(url)
        var models: [(String, NSManagedObjectModel)] = []
        for version in file.versions {
            models.append((version.name, try NSManagedObjectModel(version.model, module: file.module)))
        }
        return models
    }
}
