public import Foundation
internal import ModelFormat
internal import Traps

extension NSManagedObjectModel {
    /// The model of that name: compiled into the program, or lying in it or beside it.
    ///
    /// Traps where there is none: a container with an empty model would only fail later and elsewhere.
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
            // A compiled model lies beside the program as well, and is told once.
            let others = files.filter { file in !compiled.contains { "\($0.name).momd" == file.lastPathComponent } }
            let known = compiled.map { "'\($0.name)' of \($0.module)" } + others.map(\.lastPathComponent)
            trap(
                """
                There is no model '\(name)'. \(known.isEmpty ? "No model is known" : "Known are \(known.joined(separator: ", "))"). \
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

    /// One model of all models in the bundles; of the whole program for nil.
    ///
    /// The models that the build plug-in compiled into a target are in that target's `Bundle.module`, all of them in `Bundle.main`. Each call
    /// makes a model that can be changed. Returns nil where there is none. Traps where two entities of one name differ.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let found = (bundles ?? [.main]).flatMap(models)
        return found.isEmpty ? nil : NSManagedObjectModel(byMerging: found)
    }

    /// One model of those entities, among all versions of all models in the bundles, that a store with this metadata was made with.
    ///
    /// Returns nil unless each of the store's entities is found.
    public class func mergedModel(
        from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
    ) -> NSManagedObjectModel? {
        NSManagedObjectModel(byMerging: (bundles ?? [.main]).flatMap(allVersions), forStoreMetadata: metadata)
    }

    /// The current versions of a bundle's models.
    private static func models(in bundle: Bundle) -> [NSManagedObjectModel] {
        registered(in: bundle).map(\.model) + files(in: bundle).compactMap { NSManagedObjectModel(contentsOf: $0) }
    }

    private static func allVersions(in bundle: Bundle) -> [NSManagedObjectModel] {
        registered(in: bundle).flatMap(\.allVersions) + files(in: bundle).flatMap(allVersions)
    }

    /// All versions in a file; where it cannot be read the log says why, and there are none.
    private static func allVersions(at file: URL) -> [NSManagedObjectModel] {
        do {
            return try versions(at: file).map(\.model)
        } catch {
            CoreDataLog.error("\(error.location): \(error.message)")
            return []
        }
    }

    /// All registered models for the main bundle; for the resources of a target, which lie in `<Package>_<Target>.resources`, those of its module.
    private static func registered(in bundle: Bundle) -> [RegisteredModel] {
        guard bundle != .main else { return RegisteredModels.all }
        let name = MainProgram.moduleName(bundle.bundleURL.deletingPathExtension().lastPathComponent)
        let fitting = RegisteredModels.all.filter { name == $0.module || name.hasSuffix("_\($0.module)") }
        // `Package_My_App.resources` may belong to My_App or to App; a package has My_App only if the longer name fits.
        let module = fitting.map(\.module).max { $0.count < $1.count }
        return fitting.filter { $0.module == module }
    }

    /// The models that lie in a bundle as files, without those that are compiled into the program as well.
    private static func files(in bundle: Bundle) -> [URL] {
        let folder = bundle.resourceURL ?? bundle.bundleURL
        let compiled = Set(RegisteredModels.all.map(\.name))
        return MainProgram.models(in: folder).filter { !compiled.contains($0.deletingPathExtension().lastPathComponent) }
    }
}
