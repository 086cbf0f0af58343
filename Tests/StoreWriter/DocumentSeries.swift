import CoreData

/// A store in one file, with the last documents of a series.
struct DocumentSeries {
    /// The number of documents that the store keeps.
    static let length = 20

    private let container: NSPersistentContainer

    /// Opens or creates the store.
    ///
    /// - Parameter type: `NSBinaryStoreType` or `NSXMLStoreType`.
    init(_ path: String, type: String) throws {
        container = NSPersistentContainer(name: "Series", managedObjectModel: .ledger())
        let description = NSPersistentStoreDescription(url: URL(filePath: path))
        description.type = type
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        if let failure { throw failure }
    }

    /// Adds a document, and removes those that are too old, in one save.
    func add(_ number: Int) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let document = NSEntityDescription.insertNewObject(forEntityName: "Document", into: context)
            document.setValue(number, forKey: "number")
            document.setValue(Ledger.content(edition: number, bytes: Self.bytes(number)), forKey: "content")
            let request = NSFetchRequest<NSManagedObject>(entityName: "Document")
            request.predicate = NSPredicate(format: "number <= %lld", Int64(number - Self.length))
            for old in try context.fetch(request) { context.delete(old) }
            try context.save()
        }
    }

    /// Returns the numbers of the documents in ascending order; -1 for one whose content is not whole.
    func numbers() throws -> [Int] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Document")).map { document in
                let number = document.value(forKey: "number") as? Int ?? -1
                let content = Ledger.content(edition: number, bytes: Self.bytes(number))
                return document.value(forKey: "content") as? Data == content ? number : -1
            }.sorted()
        }
    }

    /// The length of a document's content, which differs from that of its neighbors.
    private static func bytes(_ number: Int) -> Int { 100 + number % 7 * 9_000 }
}
