public import Foundation

// What is in a version is what Apple's documentation lists: what a store would have to be changed for. The bytes are our own, since Apple's
// way of making them is not public.

extension NSEntityDescription {
    /// 32 bytes that differ where a store of this entity would have to be migrated.
    ///
    /// Made of the name, the superentity, whether it is abstract, the version hashes of its persistent properties, its uniqueness constraints and
    /// `versionHashModifier`. The class, the indexes and user info do not count.
    public var versionHash: Data {
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
    /// 32 bytes that differ where a store with this property would have to be migrated.
    ///
    /// Made of the kind of property, its name, whether it is optional and transient, and `versionHashModifier`; for an attribute its type, with
    /// a composite's elements; for a relationship its destination, its inverse, its counts and whether it is ordered. Defaults, validation, the
    /// delete rule and user info do not count.
    public var versionHash: Data {
        var hash = VersionHash("property")
        addVersion(to: &hash)
        return hash.data
    }
}
