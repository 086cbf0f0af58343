import CoreData
import Foundation

/// Versions of the quakes' model, and stores of the first one.
enum QuakeVersions {
    /// Returns a copy of `StoredQuake.model` whose entity `change` has changed.
    static func model(_ change: (NSEntityDescription) -> Void) -> NSManagedObjectModel {
        guard let model = StoredQuake.model.copy() as? NSManagedObjectModel, let quake = model.entitiesByName["Quake"] else {
            preconditionFailure("A copied model has the entities of its original.")
        }
        change(quake)
        quake.managedObjectClassName = nil
        return model
    }

    static func rename(_ name: String, to newName: String, of quake: NSEntityDescription) {
        guard let property = quake.propertiesByName[name] else { preconditionFailure("There is no \(name).") }
        property.name = newName
        property.renamingIdentifier = name
    }

    /// A closed store of the first version, whose copies are migrated.
    struct Stored {
        private let directory: TemporaryDirectory
        let file: URL

        init(_ count: Int) throws {
            directory = try TemporaryDirectory()
            file = directory.url.appending(path: "old.sqlite")
            let store = try CoreDataQuakes(at: file)
            try store.insert(Quake.generated(count), replacing: false)
            let coordinator = store.container.persistentStoreCoordinator
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }

        /// Returns a copy, which is removed with its directory.
        func copy() throws -> (file: URL, directory: TemporaryDirectory) {
            let directory = try TemporaryDirectory()
            let copy = directory.url.appending(path: "quakes.sqlite")
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
                try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
            }
            return (copy, directory)
        }
    }
}
