internal import Foundation
internal import Synchronization

/// The models that a coordinator works with, so that a class finds its entity with no context at hand; after them, those that are compiled
/// into the program and were not used yet.
enum LoadedModels {
    // Safe to share: used under the mutex.
    private struct Loaded: @unchecked Sendable {
        weak var model: NSManagedObjectModel?
    }

    private static let models = Mutex<[Loaded]>([])

    static func add(_ model: NSManagedObjectModel) {
        models.withLock { loaded in
            loaded.removeAll { $0.model == nil || $0.model === model }
            loaded.append(Loaded(model: model))
        }
    }

    static var isEmpty: Bool { models.withLock { $0.allSatisfy { $0.model == nil } } }

    /// The entity whose objects are of that class, in the model loaded last that has one.
    static func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        let loaded = models.withLock { $0.compactMap(\.model) }
        return loaded.reversed().lazy.compactMap { $0.entity(of: type) }.first ?? RegisteredModels.entity(of: type)
    }

    /// The entity of that name in the model loaded last that has one.
    static func entity(named name: String) -> NSEntityDescription? {
        let loaded = models.withLock { $0.compactMap(\.model) }
        return loaded.reversed().lazy.compactMap { $0.entitiesByName[name] }.first ?? RegisteredModels.entity(named: name)
    }
}

extension NSManagedObjectModel {
    /// The entity whose class is `type`, by its full name or its bare one. Looked for once a class.
    func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        entitiesByClass.withLock { known in
            if let entity = known[ObjectIdentifier(type)] { return entity }
            let entity = findEntity(of: type)
            // A model that is still being built may get one.
            if let entity { known[ObjectIdentifier(type)] = entity }
            return entity
        }
    }

    private func findEntity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        let fullName = String(reflecting: type)
        let bareName = String(describing: type)
        let ofClass = entities.filter { $0.managedObjectClassName == fullName }
        let candidates = ofClass.isEmpty ? entities.filter { $0.managedObjectClassName == bareName } : ofClass
        // Several entities may share a class; then the one of its name is meant.
        let entity = candidates.first { $0.name == bareName } ?? candidates.first
        entity?.introduce(type)
        return entity
    }
}
