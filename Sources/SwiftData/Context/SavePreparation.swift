internal import CoreData
internal import Foundation

/// The changes of relationships that a save makes before it writes, and what it does to the models
/// afterwards.
///
/// 1. References without an inverse to models that the save deletes become nil. Core Data leaves
///    them, because no delete rule knows them.
/// 2. A new model whose unique value is in use becomes the stored model: the to-many relationships
///    of that lose their members, so that it has those of the new model only. A member that must
///    have an owner stays.
/// 3. After the save, a new model that became a stored one follows the object of that.
/// 4. After the save, identifiers from before it lead to the new ones.
///
/// If the save fails, `revert()` sets the relationships as they were, and objects that were not
/// changed before are not changed afterwards.
struct SavePreparation {
    private struct Reference {
        let object: NSManagedObject
        let slot: Int
        let target: NSManagedObject
    }

    private struct Members {
        let object: NSManagedObject
        let slot: Int
        let members: [NSManagedObject]
    }

    private let context: ModelContext
    private var references: [Reference] = []
    private var members: [Members] = []
    /// The objects that had changes before those of the preparation.
    private var changedBefore: Set<NSManagedObject> = []
    /// The new objects with identifiers that the app knows.
    private var identified: [(object: _ModelObject, id: NSManagedObjectID)] = []

    init(_ context: ModelContext) { self.context = context }

    /// Changes the relationships. Call `revert()` after an error.
    ///
    /// - Throws: The error of a store that cannot be read.
    mutating func prepare() throws {
        let managed = context.managed
        changedBefore = managed.updatedObjects
        if !managed.deletedObjects.isEmpty, !context.storage.oneWayReferences.isEmpty {
            // Applies delete rules.
            managed.processPendingChanges()
            changedBefore = managed.updatedObjects
            try clearReferences(to: managed.deletedObjects)
        }
        var claimants: [NSManagedObject] = []
        let owners = context.storage.uniqueOwners
        for case let object as _ModelObject in managed.insertedList {
            if object.earlyIdentity != nil { identified.append((object, object.objectID)) }
            if !owners.isEmpty, owners.contains(ObjectIdentifier(object.entity)) { claimants.append(object) }
        }
        guard !claimants.isEmpty else { return }
        // Members that could not be read would look as if there were none to clear.
        try managed.throwingFailedReads {
            for claim in try managed.uniqueValueClaims(of: claimants) { clearMembers(of: claim.holder, for: claim.claimant) }
        }
    }

    private mutating func clearReferences(to deleted: Set<NSManagedObject>) throws {
        for relationship in context.storage.oneWayReferences {
            let targets = deleted.filter { $0.entity.isKindOf(entity: relationship.destination) }
            if targets.isEmpty { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: relationship.entity.name ?? "")
            request.predicate = NSPredicate(format: "%K IN %@", argumentArray: [relationship.name, Array(targets)])
            for object in try context.managed.fetch(request) where !object.isDeleted {
                let slot = object.entity.requiredSlot(of: relationship.name)
                let target = try context.managed.throwingFailedReads { object.relatedObject(at: slot) }
                guard let target, targets.contains(target) else { continue }
                references.append(Reference(object: object, slot: slot, target: target))
                (object as? _ModelObject)?.keepModel()
                object.setRelatedObject(nil, at: slot)
            }
        }
    }

    private mutating func clearMembers(of holder: NSManagedObject, for claimant: NSManagedObject) {
        for (name, relationship) in holder.entity.relationshipsByName where relationship.isToMany {
            // Such a member could not be saved without an owner.
            if let inverse = relationship.inverseRelationship, !inverse.isToMany, !inverse.isOptional { continue }
            let slot = holder.entity.requiredSlot(of: name)
            context.managed.slotsEmptiedForSave[holder, default: []].insert(slot)
            let old = holder.sortedRelatedObjects(at: slot)
            if old.isEmpty { continue }
            members.append(Members(object: holder, slot: slot, members: old))
            (holder as? _ModelObject)?.keepModel()
            holder.setRelatedObjects([], at: slot)
        }
    }

    /// Sets the relationships as they were before, after the save failed.
    func revert() {
        if references.isEmpty, members.isEmpty { return }
        for reference in references.reversed() where reference.object.managedObjectContext != nil {
            reference.object.setRelatedObject(reference.target, at: reference.slot)
        }
        for members in members.reversed() where members.object.managedObjectContext != nil {
            members.object.setRelatedObjects(
                members.members.filter { $0.managedObjectContext != nil }, at: members.slot)
        }
        context.managed.forgetUnchanged(except: changedBefore)
    }

    /// Connects models and identifiers with the rows, after the save succeeded.
    ///
    /// - Parameter inserted: The objects that were new.
    func finish(_ inserted: [NSManagedObject]) {
        for object in inserted where !object.wasInContext {
            // Only a model that the app uses has to follow. Nothing else keeps one after the save.
            guard let model = (object as? _ModelObject)?.model as? any PersistentModel,
                let survivor = context.managed.registeredObject(for: object.objectID) as? _ModelObject
            else { continue }
            model.anchor.follow(survivor)
        }
        for (object, id) in identified {
            context.storage.aliases.add(PersistentIdentifier(id), of: object.objectID)
            object.earlyIdentity?.set(object.objectID)
            object.earlyIdentity = nil
        }
    }
}
