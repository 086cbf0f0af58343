import Foundation
import SwiftData
import Synchronization
import Testing

/// The notifications of a context's saves.
struct SaveNotificationTests {
    /// The notifications of a context's saves since it was made.
    // Safe to share: used on the thread of the saves only.
    private final class Posts: @unchecked Sendable {
        private var observers: [any NSObjectProtocol] = []
        private(set) var all: [Notification] = []

        init(_ context: ModelContext) {
            for name in [ModelContext.willSave, ModelContext.didSave] {
                observers.append(
                    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [weak self] in
                        self?.all.append($0)
                    })
            }
        }

        deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

        func identifiers(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> { Set(list(key)) }

        func list(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier] {
            all.last?.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
        }
    }

    @Test func `a save posts willSave without user info, and didSave with permanent identifiers by kind of change`() throws {
        let context = ModelContext(try makeItemContainer())
        let (changed, deleted, new) = (Item(1), Item(2), Item(3))
        for item in [changed, deleted] { try context.save(item) }
        let gone = deleted.persistentModelID
        changed.name = "n"
        context.delete(deleted)
        context.insert(new)
        let posts = Posts(context)
        try context.save()
        #expect(posts.all.map(\.name) == [ModelContext.willSave, ModelContext.didSave])
        #expect(posts.all.allSatisfy { $0.object as? ModelContext == context })
        #expect(posts.all.first?.userInfo == nil)
        #expect(posts.identifiers(.insertedIdentifiers) == [new.persistentModelID])
        #expect(new.persistentModelID.storeIdentifier != nil)
        #expect(posts.identifiers(.updatedIdentifiers) == [changed.persistentModelID])
        #expect(posts.identifiers(.deletedIdentifiers) == [gone])
    }

    @Test func `didSave has the identifiers of models of several classes that were inserted by turns`() throws {
        let context = ModelContext(try refContainer(RefUser.self))
        let posts = Posts(context)
        var models: [any PersistentModel] = []
        for number in 0..<3 { models += [RefUser(email: "\(number)", name: "u"), RefPost("p")] as [any PersistentModel] }
        for model in models { context.insert(model) }
        try context.save()
        #expect(posts.identifiers(.insertedIdentifiers) == Set(models.map { $0.persistentModelID }))
        for model in models { context.delete(model) }
        let known = models.map { $0.persistentModelID }
        try context.save()
        #expect(posts.identifiers(.deletedIdentifiers) == Set(known))
    }

    @Test func `didSave has each identifier once if several new models have one unique value`() throws {
        let context = ModelContext(try refContainer(RefUser.self))
        let posts = Posts(context)
        let user = RefUser(email: "a", name: "one")
        context.insert(user)
        context.insert(RefUser(email: "a", name: "two"))
        try context.save()
        #expect(posts.list(.insertedIdentifiers) == [user.persistentModelID])
        #expect(posts.list(.updatedIdentifiers).isEmpty)
        for name in ["three", "four"] { context.insert(RefUser(email: "a", name: name)) }
        try context.save()
        #expect(posts.list(.insertedIdentifiers).isEmpty)
        #expect(posts.list(.updatedIdentifiers) == [user.persistentModelID])
        #expect(user.name == "four")
    }

    /// The third has a unique value of each of the others, so one of their rows is left.
    @Test func `didSave does not name models whose rows others of the save have replaced`() throws {
        let container = try refContainer(UniqueByOptionals.self)
        let context = ModelContext(container)
        let posts = Posts(context)
        func stored() throws -> Set<PersistentIdentifier> {
            Set(try ModelContext(container).fetch(FetchDescriptor<UniqueByOptionals>()).map(\.persistentModelID))
        }
        context.insert(UniqueByOptionals(.a, .one, text: "1"))
        context.insert(UniqueByOptionals(.b, .two, text: "2"))
        context.insert(UniqueByOptionals(.a, .two, text: "3"))
        try context.save()
        #expect(posts.list(.insertedIdentifiers).count == 1)
        #expect(try posts.identifiers(.insertedIdentifiers) == stored())
        #expect(posts.list(.updatedIdentifiers).isEmpty)

        // Two changed models and a new one, of which the same is true.
        let other = UniqueByOptionals(.b, .one, text: "4")
        context.insert(other)
        try context.save()
        let models = try context.fetch(FetchDescriptor<UniqueByOptionals>())
        for model in models { model.text += "!" }
        context.insert(UniqueByOptionals(.b, .two, text: "5"))
        let before = try stored()
        try context.save()
        #expect(posts.list(.insertedIdentifiers).isEmpty)
        #expect(try posts.identifiers(.updatedIdentifiers) == stored())
        #expect(before.count == 2)
        #expect(try posts.identifiers(.deletedIdentifiers) == before.subtracting(stored()))
        #expect(posts.list(.deletedIdentifiers).count == 1)
    }

    /// - Parameter isKnown: Whether the context that saves has the models that lose their rows.
    @Test(arguments: [true, false])
    func `didSave names stored models whose unique values the save gives to others as deleted`(isKnown: Bool) throws {
        let container = try refContainer(UniqueByOptionals.self)
        let filling = ModelContext(container)
        let (a, b, c) = (
            UniqueByOptionals(.a, .one, text: "1"), UniqueByOptionals(.b, .two, text: "2"),
            UniqueByOptionals(.c, .three, text: "3")
        )
        for model in [a, b, c] { filling.insert(model) }
        try filling.save()
        let context = isKnown ? filling : ModelContext(container)
        let posts = Posts(context)
        func stored() throws -> Set<PersistentIdentifier> {
            Set(try ModelContext(container).fetch(FetchDescriptor<UniqueByOptionals>()).map(\.persistentModelID))
        }
        // A changed model takes the value of another.
        let identifier = c.persistentModelID
        let changed = try #require(
            try context.fetch(FetchDescriptor<UniqueByOptionals>(predicate: #Predicate { $0.text == "1" })).first)
        changed.code = .c
        try context.save()
        #expect(posts.list(.deletedIdentifiers) == [identifier])
        #expect(posts.list(.updatedIdentifiers) == [changed.persistentModelID])
        // A new model has a value of each of two stored ones.
        let before = try stored()
        context.insert(UniqueByOptionals(.c, .two, text: "4"))
        try context.save()
        #expect(before.count == 2)
        #expect(posts.list(.insertedIdentifiers).isEmpty)
        #expect(try posts.identifiers(.updatedIdentifiers) == stored())
        #expect(try posts.list(.deletedIdentifiers) == Array(before.subtracting(stored())))
        #expect(posts.list(.deletedIdentifiers).count == 1)
        context.insert(UniqueByOptionals(.a, .one, text: "5"))
        try context.save()
        #expect(posts.list(.deletedIdentifiers).isEmpty)
    }

    @Test func `changes can be saved that an observer of willSave makes`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1))
        nonisolated(unsafe) let model = item
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in model.note = "saved" }
        defer { NotificationCenter.default.removeObserver(observer) }
        item.name = "n"
        try context.save()
        #expect(!context.hasChanges)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Item>()).map(\.note) == ["saved"])
    }

    @Test func `a save by an observer of willSave is an error, and the outer save succeeds`() throws {
        let context = ModelContext(try makeItemContainer())
        nonisolated(unsafe) let saving = context
        nonisolated(unsafe) var codes: [Int] = []
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave, object: context, queue: nil
        ) { _ in
            do { try saving.save() } catch { codes.append((error as NSError).code) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Item(1))
        try context.save()
        #expect(codes == [132_001])
        #expect(!context.hasChanges)
        context.insert(Item(2))
        try context.save()
        #expect(codes == [132_001, 132_001])
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Item>()) == 2)
    }

    @Test func `observers of didSave can save`() throws {
        let context = ModelContext(try makeItemContainer())
        nonisolated(unsafe) let saving = context
        nonisolated(unsafe) var results: [Bool] = []
        let observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave, object: context, queue: nil
        ) { _ in
            guard results.isEmpty else { return }
            results.append(true)
            saving.insert(Item(2))
            do { try saving.save() } catch { results = [false] }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.insert(Item(1))
        try context.save()
        #expect(results == [true])
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Item>()) == 2)
    }

    @Test func `a save without changes posts nothing, and a failed one no didSave`() throws {
        let folder = try StoreFolder()
        try ModelContext(try folder.openItems()).save(Item(1))
        let context = ModelContext(try folder.openItems(allowsSave: false))
        let posts = Posts(context)
        try context.save()
        #expect(posts.all.isEmpty)
        context.insert(Item(2))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(posts.all.map(\.name) == [ModelContext.willSave])
    }

    @Test func `erasing posts that all identifiers are invalid`() throws {
        let container = try makeItemContainer()
        let item = try ModelContext(container).save(Item(1))
        let identifier = item.persistentModelID
        let erased = Mutex<[ModelContainer]>([])
        let deleted = Mutex<[PersistentIdentifier]>([])
        let observer = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) { note in
            guard let context = note.object as? ModelContext, context.container == container else { return }
            if note.userInfo?[ModelContext.NotificationKey.invalidatedAllIdentifiers.rawValue] as? Bool == true {
                erased.withLock { $0.append(context.container) }
            }
            let key = ModelContext.NotificationKey.deletedIdentifiers.rawValue
            deleted.withLock { $0 += note.userInfo?[key] as? [PersistentIdentifier] ?? [] }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try container.erase()
        #expect(erased.withLock { $0 } == [container])
        #expect(deleted.withLock { $0 } == [identifier])
    }
}
