import Foundation
import Glibc
import Testing

import CoreData

/// Children of a context of the main queue, whose queues wait for each other if one of them reads at
/// the wrong moment.
@Suite struct ChildOfMainTests {
    @MainActor
    enum Case: String, CaseIterable, Codable, Sendable {
        case savesInTurn, savesOfGrandchildren, deletionsAfterEachOther, automaticMerges, obtainedIDs, childOfPrivateRoot

        func run() throws {
            let store = try TestStore(model: .library())
            let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            main.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            let child = Self.child(of: main)
            switch self {
            case .savesInTurn:
                for number in 0..<20 {
                    try child.performAndWait { try Self.add("\(number)", in: child) }
                    try main.save()
                }
            case .savesOfGrandchildren:
                let grandchild = Self.child(of: child)
                for number in 0..<20 {
                    try grandchild.performAndWait { try Self.add("\(number)", in: grandchild) }
                    try child.performAndWait { try child.save() }
                    try main.save()
                }
            case .deletionsAfterEachOther:
                for number in 0..<20 {
                    let book = Book(context: main)
                    book.addToChapters(Chapter(context: main))
                    let tag = Tag(context: main)
                    (tag.name, tag.books) = ("\(number)", [book])
                    try main.save()
                    let id = book.objectID
                    child.performAndWait { child.delete(child.object(with: id)) }
                    try child.performAndWait { try child.save() }
                    try main.save()
                    Self.expect(book.managedObjectContext == nil)
                }
                return
            case .automaticMerges:
                child.performAndWait { child.automaticallyMergesChangesFromParent = true }
                for number in 0..<20 {
                    let id = try child.performAndWait { try Self.add("\(number)", in: child) }
                    main.object(with: id).setValue("new\(number)", forKey: "name")
                    try main.save()
                    child.performAndWait { child.processPendingChanges() }
                }
            case .obtainedIDs:
                for number in 0..<20 {
                    try child.performAndWait { try Self.add("\(number)", in: child) }
                    try main.obtainPermanentIDs(for: Array(main.insertedObjects))
                    try child.performAndWait { try Self.expect(child.count(for: Tag.request) == number + 1) }
                }
                try main.save()
            case .childOfPrivateRoot:
                let root = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                root.persistentStoreCoordinator = store.container.persistentStoreCoordinator
                let below = Self.child(of: root)
                for number in 0..<20 {
                    try below.performAndWait { try Self.add("\(number)", in: below) }
                    try root.performAndWait {
                        try root.save()
                        try below.performAndWait { try Self.expect(below.count(for: Tag.request) == number + 1) }
                    }
                }
            }
            let reading = store.context()
            try reading.performAndWait { try Self.expect(reading.count(for: Tag.request) == 20) }
        }

        private static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = parent
            return child
        }

        @discardableResult
        private nonisolated static func add(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObjectID {
            let tag = Tag(context: context)
            tag.name = name
            try context.save()
            return tag.objectID
        }

        private nonisolated static func expect(_ condition: Bool) { precondition(condition) }
    }

    @Test(arguments: Case.allCases) func `the main queue and a child's queue do not wait for each other`(_ test: Case) async {
        await #expect(processExitsWith: .success) { [test] in
            // Ends a process that hangs.
            alarm(60)
            try await test.run()
        }
    }
}

extension Tag {
    fileprivate static var request: NSFetchRequest<Tag> { NSFetchRequest(entityName: "Tag") }
}
