public import Foundation
internal import StrataModelFormat

extension NSMappingModel {
    /// Creates a mapping model from a file: an `.xcmappingmodel`, or a `.cdm` of Strata's build
    /// plug-in or of Apple's compiler.
    ///
    /// Generated expressions and version hashes come from the two models, which are searched among
    /// those of the program and in the folders above the file. If they are not found, a migration
    /// manager fills them in.
    ///
    /// Returns nil if the file cannot be read, and logs the reason with file and line.
    public convenience init?(contentsOf url: URL?) {
        guard let url else { return nil }
        do {
            if let compiled = try CompiledMapping(url) {
                self.init()
                entityMappings = try compiled.mappings(compiled.version(true), compiled.version(false))
                return
            }
            let archive = try MappingArchive(contentsOf: url)
            try self.init(archive)
            let finder = VersionFinder(near: url)
            if let source = archive.element.sourceModelPath.flatMap(finder.model),
                let destination = archive.element.destinationModelPath.flatMap(finder.model)
            {
                resolve(source, destination)
            }
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return nil
        }
    }

    /// Creates the mapping model that migrates from one model to another, found among the mapping
    /// models of the bundles; if `bundles` is nil, among all of the program.
    ///
    /// A mapping model is used if the two versions that it was made for have the version hashes of
    /// the given models. Returns nil if there is none.
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?, destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel,
            let (found, _) = Self.find(in: bundles ?? [.main], sourceModel, destinationModel)
        else { return nil }
        self.init()
        entityMappings = found.entityMappings
    }

    /// Returns the mapping model that migrates from one model to another, with the version of the
    /// program's that it was made for.
    static func find(
        in bundles: [Bundle], _ sourceModel: NSManagedObjectModel, _ destinationModel: NSManagedObjectModel
    ) -> (NSMappingModel, source: NSManagedObjectModel)? {
        for (archive, url) in archives(in: bundles) {
            let finder = VersionFinder(near: url)
            guard let source = archive.element.sourceModelPath.flatMap(finder.model),
                let destination = archive.element.destinationModelPath.flatMap(finder.model),
                source.entityVersionHashesByName == sourceModel.entityVersionHashesByName,
                destination.entityVersionHashesByName == destinationModel.entityVersionHashesByName
            else { continue }
            do {
                let mapping = try NSMappingModel(archive)
                mapping.resolve(source, destinationModel)
                return (mapping, source)
            } catch {
                CoreDataLog.error("\(error.location): \(error.message)")
            }
        }
        return findCompiled(in: bundles, sourceModel, destinationModel)
    }

    /// Searches the mapping models that Apple's compiler wrote, beside a `.momd` with their
    /// versions.
    private static func findCompiled(
        in bundles: [Bundle], _ sourceModel: NSManagedObjectModel, _ destinationModel: NSManagedObjectModel
    ) -> (NSMappingModel, source: NSManagedObjectModel)? {
        for file in Set(bundles.flatMap(folders)).sorted(by: { $0.path < $1.path }).flatMap(MainProgram.mappingModels) {
            do throws(ModelFileError) {
                guard let compiled = try CompiledMapping(file), let source = compiled.version(true),
                    let destination = compiled.version(false),
                    source.entityVersionHashesByName == sourceModel.entityVersionHashesByName,
                    destination.entityVersionHashesByName == destinationModel.entityVersionHashesByName
                else { continue }
                let mapping = NSMappingModel()
                mapping.entityMappings = try compiled.mappings(source, destinationModel)
                return (mapping, source)
            } catch {
                CoreDataLog.error("\(error.location): \(error.message)")
            }
        }
        return nil
    }

    /// Returns the folders in which the mapping models of a bundle are.
    private static func folders(of bundle: Bundle) -> [URL] {
        bundle == .main ? MainProgram.resourceFolders() : [bundle.resourceURL ?? bundle.bundleURL]
    }

    /// Returns the mapping models of bundles, with the files that they are in.
    private static func archives(in bundles: [Bundle]) -> [(MappingArchive, URL?)] {
        bundles.flatMap { bundle -> [(MappingArchive, URL?)] in
            let name = MainProgram.moduleName(bundle.bundleURL.deletingPathExtension().lastPathComponent)
            let compiled = RegisteredMappings.all.filter { entry in
                bundle == .main || name == entry.module.description || name.hasSuffix("_\(entry.module)")
            }
            let names = Set(RegisteredMappings.all.map { "\($0.name).cdm" })
            let files = folders(of: bundle).flatMap(MainProgram.mappingModels).filter {
                !names.contains($0.lastPathComponent) && !CompiledMapping.isCompiled($0)
            }
            return compiled.compactMap { entry in
                archive(entry.name.description) { () throws(ModelFileError) in
                    try MappingArchive(text: entry.archive.withUTF8Buffer { Data($0) }, file: "\(entry.name).cdm")
                }.map { ($0, nil) }
            }
                + files.compactMap { file in
                    archive(file.path) { () throws(ModelFileError) in try MappingArchive(contentsOf: file) }.map { ($0, file) }
                }
        }
    }

    /// Returns an archive; if it cannot be read, logs the reason and returns nil.
    private static func archive(
        _ name: String, _ read: () throws(ModelFileError) -> MappingArchive
    ) -> MappingArchive? {
        do {
            return try read()
        } catch {
            CoreDataLog.error("The mapping model \(name) cannot be used: \(error.message)")
            return nil
        }
    }
}

/// Finds the versions of models that a mapping model names by their paths in an Xcode project.
struct VersionFinder {
    private let url: URL?

    /// - Parameter url: The mapping model's file. Model files in the folders above it are found
    ///   too.
    init(near url: URL?) {
        self.url = url
    }

    /// Returns a version; nil if it is not found.
    func model(path: String) -> NSManagedObjectModel? {
        let wanted = MappingElement.Version(path: path)
        for registered in RegisteredModels.all where registered.name == wanted.model {
            if let found = registered.versions.first(where: { $0.name == wanted.version }) { return found.model }
        }
        let beside = MainProgram.resourceFolders().flatMap(MainProgram.models)
        for file in beside + above(path) where file.deletingPathExtension().lastPathComponent == wanted.model {
            // Ignored: another file may have the version, and a migration names the mapping that
            // lacks it.
            if let found = try? NSManagedObjectModel.versions(at: file).first(where: { $0.name == wanted.version }) {
                return found.model
            }
        }
        return nil
    }

    /// Returns the files that a path may mean, in the folders above the mapping model.
    private func above(_ path: String) -> [URL] {
        guard let url else { return [] }
        let recorded = URL(filePath: path)
        let isVersion = recorded.deletingLastPathComponent().pathExtension == "xcdatamodeld"
        let bundle = isVersion ? (path as NSString).deletingLastPathComponent : path
        var files: [URL] = []
        var folder = url.deletingLastPathComponent()
        for _ in 0..<8 {
            files += [folder.appending(path: bundle), folder.appending(path: (bundle as NSString).lastPathComponent)]
            folder = folder.deletingLastPathComponent()
        }
        return files.filter { FileManager.default.fileExists(atPath: $0.path) }
    }
}
