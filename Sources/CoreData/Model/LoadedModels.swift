internal import Foundation
internal import Synchronization

/// The models of all coordinators, in which a class finds its entity without a context. Searches
/// models that are compiled into the program and not in use yet last.
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

    /// Whether no model is loaded: no coordinator was created, or all models were deallocated.
    static var isEmpty: Bool { models.withLock { $0.allSatisfy { $0.model == nil } } }

    /// Returns the entity of a class, from the most recently loaded model that has one.
    static func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        let loaded = models.withLock { $0.compactMap(\.model) }
        return loaded.reversed().lazy.compactMap { $0.entity(of: type) }.first ?? RegisteredModels.entity(of: type)
    }

    /// Returns the entity with a name, from the most recently loaded model that has one.
    static func entity(named name: String) -> NSEntityDescription? {
        let loaded = models.withLock { $0.compactMap(\.model) }
        return loaded.reversed().lazy.compactMap { $0.entitiesByName[name] }.first ?? RegisteredModels.entity(named: name)
    }
}

extension NSManagedObjectModel {
    /// Returns the entity of a class, found by the class's full name or its bare name. A result is
    /// cached.
    func entity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        entitiesByClass.withLock { known in
            if let entity = known[ObjectIdentifier(type)] { return entity }
            let entity = findEntity(of: type)
            // A failure is not cached: a model that is still being built may get the entity.
            if let entity { known[ObjectIdentifier(type)] = entity }
            return entity
        }
    }

    private func findEntity(of type: NSManagedObject.Type) -> NSEntityDescription? {
        let fullName = String(reflecting: type)
        let bareName = String(describing: type)
        let ofClass = entities.filter { $0.managedObjectClassName == fullName }
        let candidates = ofClass.isEmpty ? entities.filter { $0.managedObjectClassName == bareName } : ofClass
        // If several entities share the class, prefers the one with the class's name.
        let entity = candidates.first { $0.name == bareName } ?? candidates.first
        entity?.introduce(type)
        return entity
    }
}
