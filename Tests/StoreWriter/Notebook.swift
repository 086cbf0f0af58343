import CoreData

/// A store of notes and tags whose model has two versions, for tests that migrate it.
///
/// Version 2 has one entity more, which changes the numbers of the others, renames the note's text,
/// converts its number, removes its remark, and gives it several tags instead of one.
struct Notebook {
    let container: NSPersistentContainer

    /// - Parameters:
    ///   - migrates: Whether a store of another version is migrated, and no error.
    ///   - defers: Whether what the migration cleans up is left for later.
    init(_ path: String, version: Int, migrates: Bool, defers: Bool = false) throws {
        container = NSPersistentContainer(name: "Notebook", managedObjectModel: .notebook(version))
        let description = NSPersistentStoreDescription(url: URL(filePath: path))
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.shouldMigrateStoreAutomatically = migrates
        if defers {
            description.setOption(true as NSNumber, forKey: NSPersistentStoreDeferredLightweightMigrationOptionKey)
        }
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
    }

    /// The names of all tags.
    static let tags = (0..<10).map { "t\($0)" }

    /// Creates a store of version 1 with notes numbered from 0.
    static func create(_ path: String, count: Int) throws {
        let notebook = try Notebook(path, version: 1, migrates: false)
        let context = notebook.container.newBackgroundContext()
        try context.performAndWait { () throws in
            let tags = tags.map { name in
                let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
                tag.setValue(name, forKey: "name")
                return tag
            }
            for number in 0..<count {
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue("note \(number)", forKey: "name")
                note.setValue("remark \(number)", forKey: "remark")
                note.setValue(number, forKey: "n")
                note.setValue(tags[number % tags.count], forKey: "tag")
            }
            try context.save()
        }
        try notebook.close()
    }

    func close() throws {
        for store in container.persistentStoreCoordinator.persistentStores {
            try container.persistentStoreCoordinator.remove(store)
        }
    }

    /// Saves one more note, of version 2.
    func add(_ number: Int) throws {
        let context = container.newBackgroundContext()
        // Another process gives notes to the same tag, which both save.
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.performAndWait { () throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
            request.predicate = NSPredicate(format: "name == %@", Self.tags[number % Self.tags.count])
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue("note \(number)", forKey: "title")
            note.setValue(Double(number), forKey: "n")
            note.setValue(NSSet(array: try context.fetch(request)), forKey: "tags")
            try context.save()
        }
    }

    /// The notes of a store of either version.
    struct Content: Equatable {
        /// The numbers of the notes that are whole: whose text and tag are those of their number.
        var whole: [Int] = []
        /// The texts of the others.
        var damaged: [String] = []

        /// The content as one line, for a process to print.
        var line: String { "\(whole) \(damaged)" }
    }

    func content() throws -> Content {
        let context = container.newBackgroundContext()
        return try context.performAndWait { () throws in
            var content = Content()
            for note in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")) {
                let isOld = note.entity.attributesByName["title"] == nil
                let text = note.value(forKey: isOld ? "name" : "title") as? String
                let number = (note.value(forKey: "n") as? NSNumber)?.intValue ?? -1
                let tags =
                    isOld
                    ? [note.value(forKey: "tag") as? NSManagedObject].compactMap(\.self)
                    : Array(note.value(forKey: "tags") as? Set<NSManagedObject> ?? [])
                let isWhole =
                    text == "note \(number)"
                    && tags.map { $0.value(forKey: "name") as? String } == [Self.tags[abs(number) % Self.tags.count]]
                    && (!isOld || note.value(forKey: "remark") as? String == "remark \(number)")
                if isWhole { content.whole.append(number) } else { content.damaged.append(text ?? "nil") }
            }
            content.whole.sort()
            return content
        }
    }
}

extension NSManagedObjectModel {
    /// Returns a version of the notebook's model, 1 or 2.
    static func notebook(_ version: Int) -> NSManagedObjectModel {
        func entity(_ name: String, _ attributes: [(name: String, type: NSAttributeType)]) -> NSEntityDescription {
            let entity = NSEntityDescription()
            entity.name = name
            entity.properties = attributes.map { name, type in
                let attribute = NSAttributeDescription()
                attribute.name = name
                attribute.attributeType = type
                attribute.isOptional = true
                return attribute
            }
            return entity
        }
        let isOld = version == 1
        let note = entity(
            "Note",
            isOld
                ? [("name", .stringAttributeType), ("remark", .stringAttributeType), ("n", .integer32AttributeType)]
                : [("title", .stringAttributeType), ("n", .doubleAttributeType)])
        note.attributesByName["title"]?.renamingIdentifier = "name"
        let tag = entity("Tag", [("name", .stringAttributeType)])
        let (there, back) = (NSRelationshipDescription(), NSRelationshipDescription())
        (there.name, back.name) = (isOld ? "tag" : "tags", "notes")
        if !isOld { there.renamingIdentifier = "tag" }
        (there.destinationEntity, back.destinationEntity) = (tag, note)
        (there.maxCount, back.maxCount) = (isOld ? 1 : 0, 0)
        note.properties.append(there)
        tag.properties.append(back)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
        let model = NSManagedObjectModel()
        model.entities = (isOld ? [] : [entity("Album", [("name", .stringAttributeType)])]) + [note, tag]
        return model
    }
}
