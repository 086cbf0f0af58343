internal import Foundation
internal import Traps

extension NSManagedObjectModel {
    /// Creates a model with copies of all entities of the models; entities that are equal become
    /// one.
    ///
    /// An empty array makes an empty model, and nil makes none. Traps where two entities have one
    /// name and differ, as Apple's raises.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models else { return nil }
        self.init()
        takeOver(models, entities: { $0.entities })
    }

    /// A model with copies of those entities that a store with this metadata was made with.
    ///
    /// Returns nil unless each of the store's entities is found among the models.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return nil }
        self.init()
        var missing = hashes
        // An entity refers to others of its own version: a model that has all of the store's is better than a mixture.
        let whole = models.filter { model in hashes.allSatisfy { model.entitiesByName[$0]?.versionHash == $1 } }
        takeOver(whole.first.map { [$0] } ?? models) { model in
            model.entities.filter { entity in
                guard let name = entity.name, let hash = missing[name], entity.versionHash == hash else { return false }
                missing[name] = nil
                return true
            }
        }
        guard missing.isEmpty else { return nil }
    }

    /// Copies the chosen entities of each model, its configurations, templates and identifiers into this new one.
    private func takeOver(_ models: [NSManagedObjectModel], entities chosen: (NSManagedObjectModel) -> [NSEntityDescription]) {
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
            for (name, request) in model.fetchRequestTemplatesByName {
                fetchRequestTemplatesByName[name] = request.copied()
            }
            versionIdentifiers.formUnion(model.versionIdentifiers)
            if let dictionary = model.localizationDictionary {
                localizationDictionary = (localizationDictionary ?? [:]).merging(dictionary) { first, _ in first }
            }
        }
        if models.count == 1 { (file, module) = (models[0].file, models[0].module) }
        referToOwnEntities()
    }
}
