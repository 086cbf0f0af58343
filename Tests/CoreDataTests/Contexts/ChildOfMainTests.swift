import Foundation
import Glibc
import Testing

import CoreData

/// Contexts and their children, whose queues wait for each other if one of them reads at the wrong
/// moment.
@Suite(.eachStore) struct ChildOfMainTests {
    @MainActor
    enum Case: String, CaseIterable, Codable, Sendable {
        case savesInTurn, savesOfGrandchildren, deletionsAfterEachOther, automaticMerges, obtainedIDs, childOfPrivateRoot
        case deletionsInsidePrivateRoot, mergesInsidePrivateRoot, grandchildInsideChild
        case observerThatEntersTheChild, observerThatEntersTheGrandchild, observerThatEntersAHeldChild
        case observerThatEntersAHeldRoot, childThatEntersMain, childBesideASheet, childBelowAPreview
        case mainThatEntersARootThatMerges

        func run(with kind: StoreUnderTest?) throws {
            let store = try ChildOfMainTests.store(kind)
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
                let root = Self.root(of: store)
                let below = Self.child(of: root)
                for number in 0..<20 {
                    try below.performAndWait { try Self.add("\(number)", in: below) }
                    try root.performAndWait {
                        try root.save()
                        try below.performAndWait { try Self.expect(below.count(for: Tag.request) == number + 1) }
                    }
                }
            case .deletionsInsidePrivateRoot:
                let root = Self.root(of: store)
                let below = Self.child(of: root)
                return try root.performAndWait {
                    let book = Book(context: root)
                    book.addToChapters(Chapter(context: root))
                    try root.save()
                    let id = book.objectID
                    below.performAndWait { below.delete(below.object(with: id)) }
                    try below.performAndWait { try below.save() }
                    try root.save()
                    Self.expect(book.managedObjectContext == nil)
                }
            case .mergesInsidePrivateRoot:
                let root = Self.root(of: store)
                let below = Self.child(of: root)
                below.performAndWait { below.automaticallyMergesChangesFromParent = true }
                return try root.performAndWait {
                    for number in 1...20 {
                        Tag(context: root).name = "\(number)"
                        try root.save()
                        try below.performAndWait { try Self.expect(below.count(for: Tag.request) == number) }
                    }
                }
            case .grandchildInsideChild:
                let grandchild = Self.child(of: child)
                let book = Book(context: main)
                book.addToChapters(Chapter(context: main))
                try main.save()
                let id = book.objectID
                try child.performAndWait {
                    grandchild.performAndWait { grandchild.delete(grandchild.object(with: id)) }
                    try grandchild.performAndWait { try grandchild.save() }
                    try child.save()
                }
                try main.save()
                return Self.expect(book.managedObjectContext == nil)
            case .observerThatEntersTheChild:
                let other = Self.child(of: main)
                let goesOn = DispatchSemaphore(value: 0)
                child.perform { goesOn.wait() }
                Self.observe(main, { child.performAndWait {} }) {
                    Self.start(other) { _ = try? Self.add("other", in: other) }
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { goesOn.signal() }
                    child.performAndWait {}
                    // Behind the save of the other child, which waits for the main queue.
                    other.performAndWait {}
                }
                return Self.expect(main.insertedObjects.count == 1)
            case .observerThatEntersTheGrandchild:
                // The grandchild reads the child, which saves into the main context at the same time.
                let grandchild = Self.child(of: child)
                Self.observe(main, { grandchild.performAndWait {} }) {
                    Self.start(child) { _ = try? Self.add("child", in: child) }
                    Self.start(grandchild) { _ = try? grandchild.count(for: Tag.request) }
                    grandchild.performAndWait {}
                }
                return Self.expect(main.insertedObjects.count == 1)
            case .observerThatEntersAHeldChild:
                let other = Self.child(of: main)
                Self.observe(main, { child.performAndWait {} }) {
                    Self.start(other) { _ = try? Self.add("other", in: other) }
                    child.performAndWait { other.performAndWait {} }
                }
                return Self.expect(main.insertedObjects.count == 1)
            case .observerThatEntersAHeldRoot:
                let (outer, inner) = (Self.root(of: store), Self.root(of: store))
                let below = Self.child(of: inner)
                return outer.performAndWait {
                    inner.performAndWait {
                        Self.observe(inner, { outer.performAndWait {} }) {
                            Self.start(below) { _ = try? Self.add("below", in: below) }
                            below.performAndWait {}
                        }
                        Self.expect(inner.insertedObjects.count == 1)
                    }
                }
            case .childThatEntersMain:
                Self.start(child) { main.performAndWait { Tag(context: main).name = "main" } }
                child.performAndWait {}
                return Self.expect(main.insertedObjects.count == 1)
            case .childBesideASheet, .childBelowAPreview:
                // Contexts of the main queue on both sides of others share one queue.
                let sheet = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
                sheet.parent = self == .childBesideASheet ? main : child
                Self.start(child) { main.performAndWait { Tag(context: main).name = "main" } }
                child.performAndWait {}
                return Self.expect(main.insertedObjects.count == 1)
            case .mainThatEntersARootThatMerges:
                let root = Self.root(of: store)
                Self.start(root) { main.performAndWait { Tag(context: main).name = "main" } }
                root.performAndWait { MainActor.assumeIsolated {} }
                return Self.expect(main.insertedObjects.count == 1)
            }
            let reading = store.context()
            try reading.performAndWait { try Self.expect(reading.count(for: Tag.request) == 20) }
        }

        private static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = parent
            return child
        }

        private static func root(of store: TestStore) -> NSManagedObjectContext {
            let root = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            root.persistentStoreCoordinator = store.container.persistentStoreCoordinator
            return root
        }

        /// Runs a block on the queue of a context, and returns when it has begun.
        private nonisolated static func start(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
            let hasBegun = DispatchSemaphore(value: 0)
            context.perform {
                hasBegun.signal()
                block()
            }
            hasBegun.wait()
        }

        /// Runs `body`, and `observer` when the objects of a context change.
        private nonisolated static func observe(
            _ context: NSManagedObjectContext, _ observer: @escaping @Sendable () -> Void, during body: () -> Void
        ) {
            let token = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in observer() }
            defer { NotificationCenter.default.removeObserver(token) }
            body()
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

    /// Returns a store of a kind that replaces the test's own; nil for its own. The process in which a
    /// test runs does not know `StoreUnderTest.replacement`.
    private static func store(_ kind: StoreUnderTest?) throws -> TestStore {
        try StoreUnderTest.$replacement.withValue(kind) { try TestStore(model: .library()) }
    }

    @Test(arguments: Case.allCases) func `contexts and their children do not wait for each other forever`(_ test: Case) async {
        await #expect(processExitsWith: .success) { [test, kind = StoreUnderTest.replacement as StoreUnderTest?] in
            // Ends a process that hangs.
            alarm(60)
            try await test.run(with: kind)
        }
    }

    // Where the main queue has no thread of its own, such code runs on the caller's.
    @Test func `code that reaches the main queue by Dispatch holds it`() async {
        await #expect(processExitsWith: .success) { [kind = StoreUnderTest.replacement as StoreUnderTest?] in
            func enter() throws {
                let store = try ChildOfMainTests.store(kind)
                let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
                main.persistentStoreCoordinator = store.container.persistentStoreCoordinator
                let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                child.parent = main
                store.context().performAndWait {
                    DispatchQueue.main.sync {
                        let hasBegun = DispatchSemaphore(value: 0)
                        child.perform {
                            hasBegun.signal()
                            _ = try? child.count(for: Tag.request)
                        }
                        hasBegun.wait()
                        child.performAndWait {}
                    }
                }
            }
            alarm(60)
            try enter()
        }
    }
}

extension Tag {
    fileprivate static var request: NSFetchRequest<Tag> { NSFetchRequest(entityName: "Tag") }
}
