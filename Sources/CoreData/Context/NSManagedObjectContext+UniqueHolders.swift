internal import StrataPredicates

extension NSManagedObjectContext {
    /// An object whose unique value a new object has, too.
    package struct UniqueValueClaim {
        /// The new object.
        package let claimant: NSManagedObject
        /// The object that has the value: one of this context whose row is stored, or a new one that
        /// was inserted before.
        package let holder: NSManagedObject
    }

    private struct UniqueValues: Hashable {
        let hierarchy: ObjectIdentifier
        let slots: [Int]
        let values: [Value]
    }

    /// Returns the objects of the same entity whose unique values new objects have, too. A save makes
    /// each claimant the row of the holder, unless the merge policy favors the store.
    ///
    /// Omits holders that the save deletes, and those that pass the value on. Costs one statement for
    /// each new object and constraint.
    ///
    /// - Throws: The error of a store that cannot be read.
    package func uniqueValueClaims(of objects: [NSManagedObject]) throws -> [UniqueValueClaim] {
        var claims: [UniqueValueClaim] = []
        var known: [UniqueValues: NSManagedObject] = [:]
        var wanting: [ObjectIdentifier: [(object: NSManagedObject, slots: [Int])]] = [:]
        let stores = coordinator.stores
        // Temporary IDs descend.
        for object in objects.sorted(by: { $0.rowID > $1.rowID }) where !object.layout.uniqueSlots.isEmpty {
            guard let store = home(of: object, stores) else { continue }
            for slots in object.layout.uniqueSlots {
                let values = try slots.map { try object.requireRow().values[$0].uniqueValue }
                if values.contains(.null) { continue }
                let key = UniqueValues(hierarchy: object.layout.hierarchy, slots: slots, values: values)
                if let earlier = known.updateValue(object, forKey: key), earlier.layout === object.layout {
                    claims.append(UniqueValueClaim(claimant: object, holder: earlier))
                }
                wanting[ObjectIdentifier(store), default: []].append((object, slots))
            }
        }
        for store in stores.stores {
            guard let wanting = wanting[ObjectIdentifier(store)] else { continue }
            let holders = try store.engine.holders(of: wanting.map { ($0.object.currentRow, $0.slots) })
            for (wanting, holder) in zip(wanting, holders) {
                guard let holder, holder.row.layout === wanting.object.layout else { continue }
                let object = object(holder.row.layout, holder.rowID, row: holder.row)
                _ = try object.requireRow()
                guard object !== wanting.object, !object.isDeleted,
                    wanting.slots.allSatisfy({ object.currentRow.values[$0] == wanting.object.currentRow.values[$0] })
                else { continue }
                claims.append(UniqueValueClaim(claimant: wanting.object, holder: object))
            }
        }
        return claims
    }
}
