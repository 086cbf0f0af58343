internal import CoreData
internal import StrataTraps
internal import StrataUndo

extension ModelContext {
    /// Inserts a model, and all models that its relationships reach, unless it is in the context.
    func insertAny(_ model: any PersistentModel) {
        let anchor = model.anchor
        guard !storage.layouts.isEmpty else {
            return StandardStream.error.write(
                "\(anchor.modelClass.name) was not inserted: the context's container could not be made, or has no types.\n")
        }
        removePending(anchor)
        if let object = anchor.object {
            if object.managedObjectContext === managed, !object.isDeletedElsewhere {
                if object.isDeleted { undelete(object, anchor, model) }
                return
            }
            require(
                object.modelContext == nil,
                "\(anchor.modelClass.name) \(object.objectID.uriRepresentation()) belongs to another context; get it here with model(for:)."
            )
            if adopt(object, anchor) { return }
            anchor.leaveObject()
        }
        anchor.attach(model)
        insertValues(of: anchor)
        // The anchor knew another model, which has one of its own by now.
        if anchor.modelPointer == nil, model.anchor === anchor { anchor.attach(model) }
        anchor.object?.keep(model)
    }

    /// Inserts a model that a relationship is to refer to, and returns its managed object; nil for one
    /// that is deleted. A list that is read after a deletion, changed and set still has the deleted
    /// member: that must not withdraw the deletion.
    func insertRelated(_ model: any PersistentModel) -> _ModelObject? {
        if let object = model.anchor.object, object.managedObjectContext != nil, object.isDeleted { return nil }
        insertAny(model)
        return model.anchor.object
    }

    /// Makes a managed object of an anchor's values, and inserts the models that they reach.
    private func insertValues(of anchor: ModelAnchor) {
        guard let layout = storage.layout(of: anchor.modelClass.type), let entity = layout.entity else {
            trap(
                "\(anchor.modelClass.name) is not in the container's schema. Name it in `ModelContainer(for:)` or its Schema.")
        }
        let referrers = anchor.takeReferrers()
        // One of them may refer to a model in the context, and has been inserted with what it reaches.
        guard anchor.object == nil else { return }
        let values = anchor.values
        let object = _ModelObject(entity: entity, insertInto: managed)
        if let early = anchor.ownIdentifier {
            object.earlyIdentity = anchor.ownIdentity
            storage.aliases.add(early, of: object.objectID)
        }
        anchor.move(to: object, layout, keeper: keeper)
        object.earlyIdentity?.set(object.objectID)
        for (index, value) in values.enumerated() {
            let (kind, slot) = (layout.kinds[index], layout.slots[index])
            if kind.isRelationship {
                relate(object, value, at: slot)
            } else if let value {
                kind.store(value, in: object, at: slot)
            } else {
                setDefault(object, layout, index)
            }
        }
        for referrer in referrers where referrer.anchor.object == nil {
            insertReferrer(referrer.anchor, isEnded: referrer.isEnded)
        }
    }

    /// Inserts a model that refers to an inserted one by its initializer only, when it is known.
    func insertReferrer(_ anchor: ModelAnchor, isEnded: Bool) {
        if hasType(of: anchor) { anchor.join(self, isEnded: isEnded) }
    }

    /// Relates a new object to a model, or to models, which are inserted if they are not.
    private func relate(_ object: _ModelObject, _ value: Any?, at slot: Int) {
        if let related = value as? any PersistentModel {
            object.setRelatedObject(insertRelated(related), at: slot)
        } else if let related = value as? OwnMembers {
            let added = related.models.compactMap { insertRelated($0) }
            let known = object.sortedRelatedObjects(at: slot)
            let identities = Set(known.map(ObjectIdentifier.init))
            object.setRelatedObjects(known + added.filter { !identities.contains(ObjectIdentifier($0)) }, at: slot)
        }
    }

    /// Sets an attribute that the model's initializer did not set.
    private func setDefault(_ object: _ModelObject, _ layout: ModelLayout, _ index: Int) {
        guard let value = layout.modelClass.properties[index].metadata.defaultValue else { return }
        object.setObjectValue(layout.kinds[index].encode(value), at: layout.slots[index])
    }

    /// Withdraws a deletion that is not saved. A stored model has its stored values again.
    private func undelete(_ object: _ModelObject, _ anchor: ModelAnchor, _ model: any PersistentModel) {
        guard object.isInserted else { return managed.withdrawDeletionAndChanges(of: object) }
        managed.processPendingChanges()
        if object.managedObjectContext === managed {
            // It stays until its delete rules can be applied, for example when something can be read.
            managed.insert(object)
            return object.keepModel()
        }
        insertAny(model)
    }

    /// Returns this context's object for the row of another context's object; nil if the row does not
    /// exist. An object that cannot be read is one that exists: otherwise its model would become
    /// another row.
    private func ownObject(of object: _ModelObject) -> _ModelObject? {
        do {
            return try existingObject(object.objectID)
        } catch {
            // Ignored: the values are read when they are used.
            return managed.object(with: object.objectID) as? _ModelObject
        }
    }

    /// Connects a stored model whose context was released with its row in this context, with its
    /// unsaved changes. Returns false for a model that has no row here.
    private func adopt(_ object: _ModelObject, _ anchor: ModelAnchor) -> Bool {
        guard object.managedObjectContext != nil, object.managedObjectContext !== managed, !object.isDeleted,
            !object.objectID.isTemporaryID,
            object.entity.managedObjectModel === storage.coordinator.managedObjectModel,
            let own = ownObject(of: object)
        else { return false }
        let changed = object.hasChanges ? Set(object.changedValues().keys) : []
        let values = changed.isEmpty ? [] : anchor.attributeValues
        anchor.follow(own)
        let layout = own.modelLayout
        for (index, value) in values.enumerated()
        where !layout.kinds[index].isRelationship && changed.contains(layout.modelClass.properties[index].name) {
            own.setObjectValue(value.flatMap { layout.kinds[index].encode($0) }, at: layout.slots[index])
        }
        if own.hasChanges { own.keepModel() }
        return true
    }
}

// Models that refer to a model of the context by their initializer only
//
// They refer to one that was in the context before, or that was inserted since (`Referrers`).
// The `init` accessor of a property stores the value before the instance exists, so the context
// cannot insert the model then. It keeps the values, and inserts the model at its next use: when a
// property is read, when it is related to another model, or here, when the context is used. If the
// app has not used the model by then, the values are inserted without it: it may be gone.
// Incomplete values wait for the end of the initializer, and are dropped if it has thrown an error.
// A model of a class with subclasses, or of a subclass, is inserted at its next use or at its end,
// because its class is not known before (`EndingModel`).
extension ModelContext {
    /// Whether the container's schema has the class of a model.
    func hasType(of anchor: ModelAnchor) -> Bool { storage.layout(of: anchor.modelClass.type) != nil }

    /// Whether the container's schema has a class that adds properties to those of an anchor.
    func hasSubclass(of anchor: ModelAnchor) -> Bool {
        let entity = storage.coordinator.managedObjectModel.entitiesByName[anchor.modelClass.name]
        return entity?.subentities.isEmpty == false
    }

    /// Keeps the values of a model until it can be inserted.
    func addPending(_ anchor: ModelAnchor) {
        followCurrentWindow()
        pending[ObjectIdentifier(anchor)] = (pendingCount, anchor)
        pendingCount += 1
        if let event = UndoEvent.current, managed.undoManager != nil || event.endsTurn && managed.isUsedOnMainQueue {
            event.add(self)
        }
        schedulePending()
    }

    private func removePending(_ anchor: ModelAnchor) {
        anchor.isPending = false
        if !pending.isEmpty { pending[ObjectIdentifier(anchor)] = nil }
    }

    /// Inserts the models that refer to one in the context and were not used since, except those whose
    /// initializer runs or has thrown an error. Returns whether there were any, those included.
    @discardableResult
    func insertPending() -> Bool {
        if pending.isEmpty { return false }
        // The insertion of one may add those that refer to it, or to a model that it reaches.
        var next = 0
        while true {
            let keys = pending.filter { $0.value.order >= next }.sorted { $0.value.order < $1.value.order }.map(\.key)
            if keys.isEmpty { return true }
            next = pendingCount
            for key in keys {
                if pending[key]?.anchor.isIncomplete == true {
                    // A model whose initializer runs keeps its anchor.
                    // Removed by a call: an assignment would release the anchor, and with it what its values
                    // refer to, while the context's dictionary is being changed.
                    if isKnownUniquelyReferenced(&pending[key]!.anchor) { pending.removeValue(forKey: key) }
                    continue
                }
                guard let anchor = pending[key]?.anchor, anchor.isPending else { continue }
                removePending(anchor)
                if anchor.object == nil { insertValues(of: anchor) }
            }
        }
    }
}
