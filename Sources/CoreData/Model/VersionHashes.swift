public import Foundation
internal import StrataModelDifference

// # Version hashes
//
// A version hash identifies how an entity is stored: two entities with equal hashes can use the
// same tables. Without hashes, each opening of a store would compare the model with the tables.
//
// When a store is created, `StoreMetadata` writes the hash of each of its entities to the metadata,
// with a checksum and a digest over all of them. When it is opened, `StoreOpener` compares these
// hashes with the model's:
//
// - All hashes are equal: the store was created with this model, and nothing else is compared.
// - Some differ, and NSMigratePersistentStoresAutomaticallyOption is on: the store is migrated, if
//   the model that it was created with has other hashes, too (`StoreMigrator`).
// - Some differ otherwise: the model may still fit. A store that Apple's frameworks created has
//   other hashes for the same model, and some changes, such as `isOptional`, do not affect the
//   tables. So the tables, columns, unique constraints and external attributes are compared with
//   the layout.
// - The tables differ as well: opening fails with NSPersistentStoreIncompatibleVersionHashError,
//   which names the first difference.
//
// The hashes also identify the model of a store:
// `NSManagedObjectModel(byMerging:forStoreMetadata:)` selects the entities with the store's hashes
// from many models.
//
// **Invariant:** a hash depends on the description alone. It is equal in every process, so it
// cannot use `Hasher`, which has another seed in each process. It does not depend on the order in
// which properties were added, so they are sorted. A change of the hashed parts would change the
// hash of every entity: opening an existing store would compare its tables, and its model would no
// longer be found by its metadata.
//
// The hashed parts are those that Apple's documentation lists. The bytes are Strata's own, since
// Apple's algorithm is not public.

extension NSEntityDescription {
    /// The entity's version hash: 32 bytes that differ if a store of this entity would have to be
    /// migrated.
    ///
    /// It is computed from the name, the superentity's name, `isAbstract`, the version hashes of
    /// all persistent properties, the uniqueness constraints and `versionHashModifier`. It does not
    /// depend on the class, indexes and user info.
    public var versionHash: Data { layoutIfBuilt?.versionHash ?? computedVersionHash }

    var computedVersionHash: Data {
        var hash = VersionHash("entity")
        hash.add(name ?? "")
        hash.add(superentity?.name)
        hash.add(isAbstract)
        let persistent = properties.filter { !$0.isTransient && !($0 is NSFetchedPropertyDescription) }
        for property in persistent.sorted(by: { $0.name < $1.name }) { hash.add(property.versionHash) }
        let constraints = Self.names(uniquenessConstraints).map { $0.joined(separator: "\n") }.sorted()
        hash.add(constraints.count)
        for constraint in constraints { hash.add(constraint) }
        hash.add(versionHashModifier)
        return hash.data
    }
}

extension NSPropertyDescription {
    /// The property's version hash: 32 bytes that differ if a store with this property would have
    /// to be migrated.
    ///
    /// It is computed from the kind of property, its name, `isOptional`, `isTransient` and
    /// `versionHashModifier`; for an attribute also from its type, whether it allows external
    /// storage, a composite's elements and a derivation expression; for a relationship also from
    /// the names of its destination and inverse, its minimum and maximum count and `isOrdered`. It
    /// does not depend on default values, validation, the delete rule and user info.
    public var versionHash: Data {
        var hash = VersionHash("property")
        addVersion(to: &hash)
        return hash.data
    }
}
