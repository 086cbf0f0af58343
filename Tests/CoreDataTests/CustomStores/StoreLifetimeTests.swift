@testable import CoreData
import Foundation
import Synchronization
import Testing

/// An atomic store with two related objects and a new UUID each time. Its location says what fails,
/// and what it has been called with is noted.
final class MarkedStore: NSAtomicStore, @unchecked Sendable {
    static let storeType = "Marked"
    static let register: Void = NSPersistentStoreCoordinator.registerStoreClass(MarkedStore.self, forStoreType: storeType)

    struct Failure: Error {}

    /// The calls about coordinators, by the location of the store.
    private static let calls = Mutex<[String: [String]]>([:])

    static func calls(at url: URL) -> [String] { calls.withLock { $0[url.path] ?? [] } }

    private func note(_ call: String) { Self.calls.withLock { $0[url?.path ?? "", default: []].append(call) } }

    private var failing: String { url?.lastPathComponent ?? "" }

    override func loadMetadata() throws {
        if failing == "metadata" { throw Failure() }
        metadata = [NSStoreUUIDKey: UUID().uuidString, NSStoreTypeKey: Self.storeType]
        if failing == "identifier" { metadata = [NSStoreUUIDKey: ""] }
        if failing == "version" { metadata[NSStoreModelVersionHashesKey] = ["Book": Data([1])] }
    }

    override func load() throws {
        guard let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName, let book = entities["Book"],
            let author = entities["Author"]
        else { return }
        if failing == "again" { return }
        let nodes = [book, author].map { NSAtomicStoreCacheNode(objectID: objectID(for: $0, withReferenceObject: $0.name ?? "")) }
        nodes[0].setValue(nodes[1], forKey: "author")
        nodes[1].setValue(Set([nodes[0]]), forKey: "books")
        if failing == "value" { nodes[0].setValue(Date(), forKey: "title") }
        addCacheNodes(Set(nodes))
        if failing == "load" { throw Failure() }
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    override func save() throws {}

    override func didAdd(to coordinator: NSPersistentStoreCoordinator) { note("didAdd") }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
        note(coordinator == nil ? "willRemove nil" : "willRemove")
    }

    static func place(_ name: String) -> URL { URL(filePath: "/\(UUID().uuidString)/\(name)") }
}

@Suite struct StoreLifetimeTests {
    init() { _ = MarkedStore.register }

    private func coordinator() -> NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: .library())
    }

    private func add(_ coordinator: NSPersistentStoreCoordinator, _ url: URL) throws -> MarkedStore {
        try #require(
            try coordinator.addPersistentStore(ofType: MarkedStore.storeType, configurationName: nil, at: url) as? MarkedStore)
    }

    private final class WeakNode {
        weak var node: NSAtomicStoreCacheNode?
        init(_ node: NSAtomicStoreCacheNode) { self.node = node }
    }

    // MARK: Nodes

    @Test func `a removed store and its related nodes are deallocated`() throws {
        let coordinator = coordinator()
        weak var store: MarkedStore?
        var nodes: [WeakNode] = []
        do {
            let added = try add(coordinator, MarkedStore.place("store"))
            store = added
            nodes = added.cacheNodes().map(WeakNode.init)
            try coordinator.remove(added)
        }
        #expect(nodes.count == 2)
        #expect(nodes.allSatisfy { $0.node == nil })
        #expect(store == nil)
    }

    @Test func `the nodes of a coordinator that is deallocated are, too`() throws {
        var coordinator: NSPersistentStoreCoordinator? = coordinator()
        var nodes: [WeakNode] = []
        do {
            let store = try add(try #require(coordinator), MarkedStore.place("store"))
            nodes = store.cacheNodes().map(WeakNode.init)
        }
        #expect(nodes.compactMap(\.node).count == 2)
        coordinator = nil
        #expect(nodes.allSatisfy { $0.node == nil })
    }

    @Test func `deleted nodes that refer to each other are deallocated after the save`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            let shelf = Bookshelf(context)
            try context.save()
            let nodes = [shelf.one.objectID, shelf.red.objectID].compactMap { store.cacheNode(for: $0).map(WeakNode.init) }
            #expect(nodes.count == 2)
            context.delete(shelf.one)
            context.delete(shelf.red)
            try context.save()
            #expect(nodes.allSatisfy { $0.node == nil })
        }
    }

    @Test func `the new nodes of a failed save are deallocated`() throws {
        let plist = try PlistContainer()
        let store = try plist.store
        let context = plist.context()
        try context.run { () throws in
            _ = Bookshelf(context)
            store.failure = MarkedStore.Failure()
            let nodes = NodeList()
            store.onNewNode = nodes.add
            #expect(throws: MarkedStore.Failure.self) { try context.save() }
            #expect(nodes.count > 2)
            #expect(nodes.living == 0)
        }
    }

    /// Nodes that are not retained.
    private final class NodeList {
        private var nodes: [WeakNode] = []
        var count: Int { nodes.count }
        var living: Int { nodes.count { $0.node != nil } }
        func add(_ node: NSAtomicStoreCacheNode) { nodes.append(WeakNode(node)) }
    }

    // MARK: Key spaces

    @Test(arguments: ["metadata", "identifier", "version", "load", "value"])
    func `a store that cannot be opened uses up nothing`(_ kind: String) throws {
        let coordinator = coordinator()
        for _ in 0..<3 { #expect(throws: (any Error).self) { try add(coordinator, MarkedStore.place(kind)) } }
        let store = try add(coordinator, MarkedStore.place("store"))
        #expect(store.keySpace == .first)
        #expect(try add(coordinator, MarkedStore.place("store")).keySpace == KeySpace(ordinal: 1))
        #expect(coordinator.numbers.count == 2)
    }

    @Test func `a store that is open already uses up nothing`() throws {
        let coordinator = coordinator()
        let url = MarkedStore.place("store")
        _ = try add(coordinator, url)
        for _ in 0..<3 { #expect(throws: (any Error).self) { try add(coordinator, url) } }
        #expect(coordinator.numbers.count == 1)
    }

    @Test func `a key space that a failed opening gave back does not become that of a store that has one`() throws {
        let coordinator = coordinator()
        let first = try add(coordinator, MarkedStore.place("store"))
        #expect(throws: (any Error).self) { try add(coordinator, MarkedStore.place("load")) }
        let second = try add(coordinator, MarkedStore.place("store"))
        try coordinator.remove(first)
        #expect(throws: (any Error).self) { try add(coordinator, MarkedStore.place("load")) }
        let third = try add(coordinator, MarkedStore.place("store"))
        #expect(Set([first.keySpace, second.keySpace, third.keySpace]).count == 3)
    }

    @Test func `a copy of an open store has the same key space each time`() throws {
        let folder = try TemporaryFolder()
        let (one, two) = (folder.url.appending(path: "one"), folder.url.appending(path: "two"))
        let coordinator = coordinator()
        _ = try coordinator.addPersistentStore(ofType: NSBinaryStoreType, configurationName: nil, at: one)
        try FileManager.default.copyItem(at: one, to: two)
        var spaces: Set<KeySpace> = []
        for _ in 0..<3 {
            let copy = try coordinator.addPersistentStore(ofType: NSBinaryStoreType, configurationName: nil, at: two)
            spaces.insert(copy.keySpace)
            try coordinator.remove(copy)
        }
        #expect(spaces == [KeySpace(ordinal: 1)])
    }

    // MARK: didAdd, willRemove

    @Test func `a store is told that it is added and removed`() throws {
        let coordinator = coordinator()
        let url = MarkedStore.place("store")
        try coordinator.remove(add(coordinator, url))
        #expect(MarkedStore.calls(at: url) == ["didAdd", "willRemove"])
    }

    @Test func `a store is told that its coordinator is deallocated`() throws {
        var coordinator: NSPersistentStoreCoordinator? = coordinator()
        let url = MarkedStore.place("store")
        _ = try add(try #require(coordinator), url)
        coordinator = nil
        #expect(MarkedStore.calls(at: url) == ["didAdd", "willRemove nil"])
    }

    @Test func `a store is told that a copy takes its place, and the copy that it was added`() throws {
        let folder = try TemporaryFolder()
        let coordinator = coordinator()
        let (from, to) = (MarkedStore.place("store"), folder.url.appending(path: "copy"))
        let original = try add(coordinator, from)
        let removed = Count(.NSPersistentStoreCoordinatorWillRemoveStore, of: original)
        let copy = try coordinator.migratePersistentStore(original, to: to, withType: NSXMLStoreType)
        #expect(MarkedStore.calls(at: from) == ["didAdd", "willRemove"])
        #expect(removed.value == 1)
        let again = MarkedStore.place("again")
        _ = try coordinator.migratePersistentStore(copy, to: again, withType: MarkedStore.storeType)
        #expect(MarkedStore.calls(at: again) == ["didAdd"])
        #expect(coordinator.numbers.count == 1)
    }

    @Test func `a copy that is made again because of changes posts one notification`() throws {
        let folder = try TemporaryFolder()
        let coordinator = coordinator()
        let original = try add(coordinator, MarkedStore.place("store"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let removed = Count(.NSPersistentStoreCoordinatorWillRemoveStore, of: original) {
            // Changes the store after it was copied, the first time only.
            context.performAndWait {
                guard (try? context.count(for: NSFetchRequest<Tag>(entityName: "Tag"))) == 0 else { return }
                _ = Tag(context: context)
                try? context.save()
            }
        }
        _ = try coordinator.migratePersistentStore(original, to: folder.url.appending(path: "copy"), withType: NSXMLStoreType)
        #expect(removed.value == 1)
        try context.run { () throws in
            #expect(try context.count(for: NSFetchRequest<Tag>(entityName: "Tag")) == 1)
        }
    }

    @Test func `a store is told that it was moved`() throws {
        let coordinator = coordinator()
        let (from, to) = (MarkedStore.place("store"), MarkedStore.place("store"))
        let store = try add(coordinator, from)
        #expect(coordinator.setURL(to, for: store))
        #expect(MarkedStore.calls(at: from) == ["didAdd", "willRemove"])
        #expect(MarkedStore.calls(at: to) == ["didAdd"])
    }

    /// The number of notifications of one name and object.
    private final class Count: Sendable {
        private let number = Mutex(0)
        private nonisolated(unsafe) var observer: (any NSObjectProtocol)?
        var value: Int { number.withLock { $0 } }

        init(_ name: Notification.Name, of object: AnyObject, _ body: @escaping @Sendable () -> Void = {}) {
            observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] _ in
                self?.number.withLock { $0 += 1 }
                body()
            }
        }

        deinit { observer.map(NotificationCenter.default.removeObserver) }
    }
}
