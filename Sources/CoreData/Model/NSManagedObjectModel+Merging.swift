internal import Foundation
internal import StrataTraps

extension NSManagedObjectModel {
    /// Creates a model with copies of all entities of several models. Equal entities are merged
    /// into one.
    ///
    /// An empty array creates an empty model, and nil returns nil. Traps if two different entities
    /// have the same name, where Apple's framework raises an exception.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models else { return nil }
        self.init()
        adopt(models, entities: { $0.entities })
    }

    /// Creates a model with copies of the entities that a store was created with, according to the
    /// version hashes in the store's metadata.
    ///
    /// Returns nil unless each of the store's entities is found among the models.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        self.init()
        var missing = hashes
        // Prefers one model that has all of the store's entities: entities of several versions of a
        // model do not refer to each other.
        let whole = models.filter { model in hashes.allSatisfy { model.entitiesByName[$0]?.versionHash == $1 } }
        adopt(whole.first.map { [$0] } ?? models) { model in
            model.entities.filter { entity in
                guard let name = entity.name, let hash = missing[name], entity.versionHash == hash else { return false }
                missing[name] = nil
                return true
            }
        }
        guard missing.isEmpty else { return nil }
    }

    /// Copies the chosen entities of each model into this new one, with the models' configurations,
    /// templates and identifiers.
    private func adopt(_ models: [NSManagedObjectModel], entities chosen: (NSManagedObjectModel) -> [NSEntityDescription]) {
        var merged: [String: NSEntityDescription] = [:]
        var originals: [NSEntityDescription] = []
        for model in models {
            for entity in chosen(model) {
                let name = entity.name ?? ""
                guard let other = merged[name] else {
                    merged[name] = entity
                    originals.append(entity)
                    continue
                }
                require(
                    other.isEqual(entity), "Models with two different entities '\(name)' cannot be merged. Rename one of them.")
            }
        }
        self.entities = Self.copies(of: originals)
        for model in models {
            for (name, entities) in model.namesByConfiguration {
                let known = namesByConfiguration[name] ?? []
                namesByConfiguration[name] = known + entities.filter { merged[$0] != nil && !known.contains($0) }
            }
            for (name, request) in model.templates {
                templates[name] = request.copied()
            }
            versionIdentifiers.formUnion(model.versionIdentifiers)
            if let dictionary = model.localizationDictionary {
                localizationDictionary = (localizationDictionary ?? [:]).merging(dictionary) { first, _ in first }
            }
        }
        if models.count == 1 { (file, module, origin) = (models[0].file, models[0].module, models[0].origin) }
        referToOwnEntities()
    }
}
