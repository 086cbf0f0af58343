import CoreData

extension NSManagedObjectModel {
    /// Returns a model of accounts with labels and transfers between them, notes that are inserted
    /// in batches, and documents whose content is stored in files.
    static func ledger() -> NSManagedObjectModel {
        func entity(_ name: String, _ numbers: String...) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = numbers.map { name in
                let attribute = NSAttributeDescription()
                attribute.name = name
                attribute.type = .integer64
                attribute.defaultValue = 0
                // The history keeps the numbers of deleted accounts.
                attribute.preservesValueInHistoryOnDeletion = name == "number"
                return attribute
            }
            return entity
        }
        func relate(
            _ owner: NSEntityDescription, _ name: String, isToMany: Bool, _ other: NSEntityDescription, _ inverseName: String
        ) {
            let (one, inverse) = (NSRelationshipDescription(), NSRelationshipDescription())
            (one.name, inverse.name) = (name, inverseName)
            (one.destinationEntity, inverse.destinationEntity) = (other, owner)
            (one.maxCount, inverse.maxCount) = (isToMany ? 0 : 1, 0)
            owner.properties.append(one)
            other.properties.append(inverse)
            (one.inverseRelationship, inverse.inverseRelationship) = (inverse, one)
        }
        let account = entity("Account", "number", "balance")
        let transfer = entity("Transfer", "number", "amount")
        let label = entity("Label", "number")
        let note = entity("Note", "step", "mark")
        let document = entity("Document", "number")
        let content = NSAttributeDescription()
        content.name = "content"
        content.type = .binaryData
        content.allowsExternalBinaryDataStorage = true
        document.properties.append(content)
        relate(transfer, "source", isToMany: false, account, "sent")
        relate(transfer, "target", isToMany: false, account, "received")
        relate(label, "accounts", isToMany: true, account, "labels")
        let model = NSManagedObjectModel()
        model.entities = [account, transfer, label, note, document]
        return model
    }
}

extension NSPersistentContainer {
    /// Returns a container with the ledger at a path, with persistent history.
    static func ledger(_ path: String) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Ledger", managedObjectModel: .ledger())
        let description = NSPersistentStoreDescription(url: URL(filePath: path))
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
        return container
    }
}
