public import Foundation
package import StrataModelFormat

extension NSManagedObjectModel {
    /// Creates a model from a file: an `.xcdatamodeld` (its current version), an `.xcdatamodel`, or
    /// a `.momd` or `.mom` of Strata's build plug-in or of Apple's compiler.
    ///
    /// Returns nil if the file cannot be read, and logs the reason with file and line. Of Apple's
    /// compiled models, those with data in external storage cannot be read.
    public convenience init?(contentsOf url: URL) {
        do {
            try self.init(reading: url)
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return nil
        }
    }

    /// Creates a model from a file, for tools that report errors themselves.
    ///
    /// - Throws: `ModelFileError` with file and line.
    package convenience init(reading url: URL) throws(ModelFileError) {
        if let compiled = try CompiledModel(url) {
            self.init()
            try compiled.current.read(into: self)
            return
        }
        let file = try ModelFile(url)
        try self.init(file.currentModel, module: file.module)
        origin = ModelFileOrigin(url: url)
    }

    /// Creates a model from a parsed file. Class names such as `.Quake` belong to `module`.
    ///
    /// - Throws: `ModelFileError` with the line, for a reference to an entity or property that does
    ///   not exist, and for a part that cannot be parsed.
    package convenience init(_ element: ModelElement, module: String?) throws(ModelFileError) {
        self.init()
        self.module = module
        try ModelReader(element, into: self).read()
    }

    /// Writes the model as an `.xcdatamodel`, or as an `.xcdatamodeld` with one version of the same
    /// name.
    ///
    /// If the model was read from a file, settings that only a file has, such as code generation,
    /// are preserved, even in parts that changed since. Other versions in the folder are kept.
    ///
    /// - Throws: An error in `NSCocoaErrorDomain` for a part that a model file cannot contain, for
    ///   another file extension, and if the file cannot be written.
    public func write(to url: URL) throws {
        do {
            let element = try fileElement()
            // XML cannot contain control characters. Reads the text back, so that no file is
            // written that differs from the model.
            guard try ModelElement(contents: Data(element.contents.utf8), file: url.relativePath) == element else {
                throw ModelFileError.unwritable("A string in the model contains characters that XML does not allow.")
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

    /// Returns the model as the element of a file.
    ///
    /// - Throws: `ModelFileError` for a part that a model file cannot contain.
    package func fileElement() throws(ModelFileError) -> ModelElement { try ModelWriter(model: self).element() }

    /// Returns the `versionChecksum` of each version of a model file, by the version's name.
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

    /// Returns all versions of a model with their names.
    static func versions(at url: URL) throws(ModelFileError) -> [(name: String, model: NSManagedObjectModel)] {
        var models: [(String, NSManagedObjectModel)] = []
        if let compiled = try CompiledModel(url) {
            for version in compiled.versions {
                let model = NSManagedObjectModel()
                try version.read(into: model)
                models.append((version.name, model))
            }
            return models
        }
        let file = try ModelFile(url)
        for version in file.versions {
            let model = try NSManagedObjectModel(version.model, module: file.module)
            model.origin = ModelFileOrigin(url: url)
            models.append((version.name, model))
        }
        return models
    }
}
