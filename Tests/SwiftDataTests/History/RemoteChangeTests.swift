import CoreData
import Foundation
import SwiftData
import Synchronization
import Testing

/// Saves of a second container of a store's file, and of another process.
@Suite(.timeLimit(.minutes(30))) struct RemoteChangeTests {
    @MainActor
    @Test func `a save of a second container reaches the models of the main context, and their observers`() async throws {
        let folder = try StoreFolder()
        let context = try folder.openItems().mainContext
        context.autosaveEnabled = false
        let (changed, deleted) = (Item(1, name: "old"), Item(2))
        for item in [changed, deleted] { try context.save(item) }
        let other = ModelContext(try folder.openItems())
        for item in try other.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.code)])) {
            if item.code == 1 { item.name = "new" } else { other.delete(item) }
        }
        other.insert(Item(3))
        try other.save()
        await wait { changed.name == "new" }
        #expect(changed.name == "new")
        #expect(try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.code)])).map(\.code) == [1, 3])
        #expect(deleted.modelContext == nil)
    }

    @MainActor
    @Test func `unsaved changes of the main context survive the save of a second container`() async throws {
        let folder = try StoreFolder()
        let context = try folder.openItems().mainContext
        context.autosaveEnabled = false
        let item = try context.save(Item(1, name: "old"))
        item.note = "mine"
        let other = ModelContext(try folder.openItems())
        let copy = try #require(try other.fetch(FetchDescriptor<Item>()).first)
        copy.name = "new"
        copy.note = "theirs"
        try other.save()
        await wait { item.name == "new" }
        #expect(item.note == "mine")
        #expect(context.hasChanges)
        try context.save()
        #expect(try ModelContext(folder.openItems()).fetch(FetchDescriptor<Item>()).map(\.note) == ["mine"])
    }

    @Test func `a context that is not the main one sees the save of a second container when it is used`() async throws {
        let folder = try StoreFolder()
        let container = try folder.openItems()
        let context = ModelContext(container)
        let item = try context.save(Item(1, name: "old"))
        let notices = RemoteChanges()
        let other = ModelContext(try folder.openItems())
        try #require(try other.fetch(FetchDescriptor<Item>()).first).name = "new"
        try other.save()
        await notices.wait(for: 2, of: try #require(item.persistentModelID.storeIdentifier))
        #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
        #expect(item.name == "new")
    }

    @Test func `a read-only container reads the history, and follows what others save`() async throws {
        let folder = try StoreFolder()
        let writer = ModelContext(try folder.openItems())
        let item = try writer.save(Item(1, name: "old"), as: "w")
        let reader = ModelContext(try folder.openItems(allowsSave: false))
        let copy = try #require(try reader.fetch(FetchDescriptor<Item>()).first)
        #expect(copy.name == "old")
        #expect(try reader.allHistory().map(\.author) == ["w"])
        let notices = RemoteChanges()
        item.name = "new"
        try writer.save()
        // One of the writer, one of the reader.
        await notices.wait(for: 2, of: try #require(item.persistentModelID.storeIdentifier))
        #expect(try reader.fetchCount(FetchDescriptor<Item>()) == 1)
        #expect(copy.name == "new")
        #expect(throws: (any Error).self) { try reader.deleteHistory(Descriptor()) }
    }

    @MainActor
    @Test func `a save of another process reaches the main context, and is in the history`() async throws {
        let folder = try StoreFolder()
        let context = try folder.openItems().mainContext
        context.autosaveEnabled = false
        let item = try context.save(Item(1, name: "old"))
        let token = try JSONEncoder().encode(try #require(try context.allHistory().last).token)
        let identifier = try JSONEncoder().encode(item.persistentModelID)
        await #expect(processExitsWith: .success) {
            [path = folder.store.path() as String, token = token as Data, identifier = identifier as Data] in
            let container = try ModelContainer(
                for: Item.self, Animal.self, Dog.self, configurations: ModelConfiguration(url: URL(filePath: path)))
            let context = ModelContext(container)
            context.author = "child"
            let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: identifier)
            let item = context.model(for: identifier) as? Item
            item?.name = "new"
            context.insert(Item(2))
            try context.save()
            let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: token)
            let numbers = try context.numbers(#Predicate { $0.token > token && $0.author == "child" })
            precondition(numbers == [2])
        }
        await wait { item.name == "new" }
        #expect(try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.code)])).map(\.code) == [1, 2])
        #expect(try context.allHistory().map(\.author) == [nil, "child"])
        #expect(try context.allHistory().last?.changes.count == 2)
    }
}

/// The remote-change notifications that were posted since it was made.
private final class RemoteChanges: Sendable {
    private let stores = Mutex<[String]>([])
    private let stream: AsyncStream<Void>
    private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: nil, queue: nil
        ) { [weak self] notification in
            let store = notification.userInfo?[NSStoreUUIDKey] as? String ?? ""
            self?.stores.withLock { $0.append(store) }
            continuation.yield()
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// Returns once there were so many notifications of coordinators of a store.
    func wait(for count: Int, of store: String) async {
        func isEnough() -> Bool { stores.withLock { $0.count { $0 == store } } >= count }
        if isEnough() { return }
        for await _ in stream where isEnough() { return }
    }
}
