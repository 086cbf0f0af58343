internal import CoreData
internal import StrataTraps

extension ModelContext {
    /// Inserts a model, and all models that its relationships reach, unless it is in the context.
    func insertAny(_ model: any PersistentModel) {
        let anchor = model.anchor
        if let object = anchor.object {
            if object.managedObjectContext == nil { return reinsert(object, model) }
            // The row was deleted elsewhere, and there is nothing to insert.
            if object.isGone { return }
            require(
                object.managedObjectContext === managed,
                "\(anchor.modelClass.name) \(object.objectID.uriRepresentation()) belongs to another context; get it here with model(for:)."
            )
            if object.isDeleted { undelete(object, model) }
            return
        }
        guard let layout = storage.layout(of: anchor.modelClass.type),
            let entity = storage.coordinator.managedObjectModel.entitiesByName[layout.modelClass.name]
        else {
            trap(
                "\(anchor.modelClass.name) is not in the container's schema. Name it in `ModelContainer(for:)` or its Schema.")
        }
        let values = anchor.values
        let object = _ModelObject(entity: entity, insertInto: managed)
        anchor.attach(model)
        anchor.move(to: object)
        object.keepModel()
        for (index, value) in values.enumerated() {
            let slot = layout.slots[index]
            switch value {
            case nil: if !layout.kinds[index].isRelationship { setDefault(object, layout, index) }
            case let related as any PersistentModel:
                insertAny(related)
                object.setRelatedObject(related.anchor.object, at: slot)
            case let related as [any PersistentModel] where layout.kinds[index].isRelationship:
                for each in related { insertAny(each) }
                let added = related.compactMap(\.anchor.object)
                let known = object.sortedRelatedObjects(at: slot)
                object.setRelatedObjects(known + added.filter { new in !known.contains { $0 === new } }, at: slot)
            case let value?: object.setObjectValue(layout.kinds[index].encode(value), at: slot)
            }
        }
    }

    /// Sets an attribute that the model's initializer did not set.
    private func setDefault(_ object: _ModelObject, _ layout: ModelLayout, _ index: Int) {
        guard let value = layout.modelClass.properties[index].metadata.defaultValue else { return }
        object.setObjectValue(layout.kinds[index].encode(value), at: layout.slots[index])
    }

    /// Withdraws a deletion that is not saved. A stored model has its stored values again.
    private func undelete(_ object: _ModelObject, _ model: any PersistentModel) {
        guard object.objectID.isTemporaryID else { return managed.refresh(object, mergeChanges: false) }
        managed.processPendingChanges()
        reinsert(object, model)
    }

    /// Inserts a model that had been deleted, as a new one with the same values.
    private func reinsert(_ object: _ModelObject, _ model: any PersistentModel) {
        managed.insert(object)
        object.attach(model)
        object.keepModel()
    }
}
