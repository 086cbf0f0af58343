public import Foundation
internal import StrataModelFormat
internal import StrataTraps

extension NSManagedObjectModel {
    /// Returns the model with a name: a model that was compiled into the program, or else a file
    /// next to the program.
    ///
    /// Traps if there is no such model or more than one. A container with an empty model would fail
    /// later, with a less clear message.
    static func named(_ name: String) -> NSManagedObjectModel {
        if let registered = RegisteredModels.model(named: name) { return registered.model }
        let folders = MainProgram.resourceFolders()
        let files = folders.flatMap(MainProgram.models)
        let found = files.filter { $0.deletingPathExtension().lastPathComponent == name }
        require(
            found.count < 2,
            "There are several models '\(name)': \(found.map(\.path).joined(separator: ", ")). Give one to the container.")
        guard let file = found.first else {
            let compiled = RegisteredModels.all
            // The plug-in also puts each compiled model next to the program. Lists it only once.
            let others = files.filter { file in !compiled.contains { "\($0.name).momd" == file.lastPathComponent } }
            let known = compiled.map { "'\($0.name)' of \($0.module)" } + others.map(\.lastPathComponent)
            trap(
                """
                There is no model '\(name)'. \(known.isEmpty ? "The program has no models" : "The program's models are \(known.joined(separator: ", "))"). \
                Put \(name).xcdatamodeld into the target's folder and CoreDataModelPlugin into its plugins, or give the model to \
                NSPersistentContainer(name:managedObjectModel:).
                """
            )
        }
        do {
            return try NSManagedObjectModel(reading: file)
        } catch {
            trap("The model '\(name)' cannot be used: \(error)")
        }
    }

    /// Returns a new model with the entities of all models in the bundles. If `bundles` is nil,
    /// merges all models of the program.
    ///
    /// Models that the build plug-in compiled into a target belong to the target's `Bundle.module`,
    /// and all of them to `Bundle.main`. The result is mutable. Returns nil if there are no models.
    /// Traps if two entities of the same name differ.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let found = (bundles ?? [.main]).flatMap(models)
        return found.isEmpty ? nil : NSManagedObjectModel(byMerging: found)
    }

    /// Returns a new model with the entities that a store was created with, according to its
    /// metadata.
    ///
    /// Searches all versions of all models in the bundles, or in the program if `bundles` is nil.
    /// Returns nil unless each of the store's entities is found.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        NSManagedObjectModel(byMerging: (bundles ?? [.main]).flatMap(allVersions), forStoreMetadata: metadata)
    }

    /// Returns the current versions of a bundle's models.
    private static func models(in bundle: Bundle) -> [NSManagedObjectModel] {
        registered(in: bundle).map(\.model) + files(in: bundle).compactMap { NSManagedObjectModel(contentsOf: $0) }
    }

    private static func allVersions(in bundle: Bundle) -> [NSManagedObjectModel] {
        registered(in: bundle).flatMap(\.versions).map(\.model) + files(in: bundle).flatMap(allVersions)
    }

    /// Returns the versions with a name in a bundle, and the versions of the models with that name.
    static func versions(named name: String, in bundle: Bundle) -> [NSManagedObjectModel] {
        let compiled = registered(in: bundle).flatMap { model in
            model.versions.filter { model.name == name || $0.name == name }.map(\.model)
        }
        let found = files(in: bundle).flatMap { file -> [NSManagedObjectModel] in
            let isNamed = file.deletingPathExtension().lastPathComponent == name
            do throws(ModelFileError) {
                return try versions(at: file).filter { isNamed || $0.name == name }.map(\.model)
            } catch {
                CoreDataLog.error("\(error.location): \(error.message)")
                return []
            }
        }
        return compiled + found
    }

    /// Returns all versions in a file. If it cannot be read, logs the reason and returns none.
    private static func allVersions(at file: URL) -> [NSManagedObjectModel] {
        do {
            return try versions(at: file).map(\.model)
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return []
        }
    }

    /// Returns the registered models of a bundle: all models for the main bundle, or the models of
    /// a target's module for the target's resources, `<Package>_<Target>.resources`.
    private static func registered(in bundle: Bundle) -> [any RegisteredModel] {
        guard bundle != .main else { return RegisteredModels.all }
        let name = MainProgram.moduleName(bundle.bundleURL.deletingPathExtension().lastPathComponent)
        let fitting = RegisteredModels.all.filter { name == $0.module || name.hasSuffix("_\($0.module)") }
        // `Package_My_App.resources` may belong to a target My_App of Package, or to a target App
        // of Package_My. Prefers the longest module name that matches.
        let module = fitting.map(\.module).max { $0.count < $1.count }
        return fitting.filter { $0.module == module }
    }

    /// Returns the model files in a bundle. Omits models that are also compiled into the program.
    private static func files(in bundle: Bundle) -> [URL] {
        let folder = bundle.resourceURL ?? bundle.bundleURL
        let compiled = Set(RegisteredModels.all.map(\.name))
        return MainProgram.models(in: folder).filter { !compiled.contains($0.deletingPathExtension().lastPathComponent) }
    }
}
