import Foundation
import SwiftData
import Testing

@Model final class RefUser {
    @Attribute(.unique) var email: String
    var name: String
    var age: Int?
    @Relationship(deleteRule: .cascade, inverse: \RefPost.user) var posts: [RefPost] = []
    init(email: String, name: String, age: Int? = nil) {
        self.email = email
        self.name = name
        self.age = age
    }
}
@Model final class RefPost {
    var text: String
    var user: RefUser?
    init(_ text: String) { self.text = text }
}
@Model final class RefCell {
    #Unique<RefCell>([\.row, \.column], [\.code])
    #Index<RefCell>([\.row], [\.row, \.column])
    var row: Int
    var column: Int
    var code: String
    var text: String
    init(_ row: Int, _ column: Int, code: String, text: String) {
        self.row = row
        self.column = column
        self.code = code
        self.text = text
    }
}
@Model final class RefItem {
    var name: String
    var rank: Int = 0
    var place: RefPlace? = RefPlace(city: "c", zip: 1)
    var list: [String] = ["l"]
    var level: RefLevel = RefLevel.high
    var note: String? = "note"
    var date: Date = Date(timeIntervalSinceReferenceDate: 7)
    var other: RefItem?
    @Relationship(inverse: \RefItem.other) var others: [RefItem] = []
    init(_ name: String, rank: Int = 0) {
        self.name = name
        self.rank = rank
    }
}

private final class RefFolderOnDisk {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "fromref-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func container(_ types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types), configurations: ModelConfiguration(url: url.appending(path: "a.store"), allowsSave: allowsSave))
    }
}

@Suite struct RefContextTests {
    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    // MARK: Unique

    @Test func `saving an equal unique value updates the stored row`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old", age: 5)
        context.insert(old)
        try context.save()
        let new = RefUser(email: "a", name: "new")
        context.insert(new)
        #expect(try context.fetchCount(FetchDescriptor<RefUser>()) == 2)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<RefUser>()) == 1)
        let read = try refReload(RefUser.self, container)
        #expect(read.name == "new")
        #expect(read.age == nil)
        #expect(new.name == "new")
        #expect(old.name == "new")
        #expect(new.persistentModelID == read.persistentModelID)
    }

    @Test func `two new models of one unique value become one row`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let one = RefUser(email: "a", name: "one")
        let two = RefUser(email: "a", name: "two")
        context.insert(one)
        context.insert(two)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefUser>()) == 1)
        #expect(one.name == two.name)
    }

    @Test func `an upsert takes the relationships of the incoming model`() throws {
        let container = try refContainer(RefUser.self)
        let context = ModelContext(container)
        let old = RefUser(email: "a", name: "old")
        old.posts = [RefPost("p"), RefPost("q")]
        context.insert(old)
        try context.save()
        let other = ModelContext(container)
        let new = RefUser(email: "a", name: "new")
        new.posts = [RefPost("r")]
        other.insert(new)
        try other.save()
        let read = try refReload(RefUser.self, container)
        #expect(read.posts.map(\.text) == ["r"])
        #expect(new.posts.map(\.text) == ["r"])
        #expect(new.posts.first?.user === new)
    }

    @Test func `compound and single constraints of the Unique macro upsert`() throws {
        let container = try refContainer(RefCell.self)
        let context = ModelContext(container)
        context.insert(RefCell(1, 1, code: "a", text: "first"))
        context.insert(RefCell(1, 2, code: "b", text: "second"))
        try context.save()
        context.insert(RefCell(1, 1, code: "c", text: "third"))
        try context.save()
        func texts() throws -> [String] {
            try ModelContext(container).fetch(FetchDescriptor<RefCell>(sortBy: [SortDescriptor(\.text)])).map(\.text)
        }
        #expect(try texts() == ["second", "third"])
        context.insert(RefCell(5, 5, code: "b", text: "fourth"))
        try context.save()
        #expect(try texts() == ["fourth", "third"])
    }

    @Test func `the schema lists constraints and indices by names`() throws {
        let entity = try #require(Schema([RefCell.self]).entity(for: RefCell.self))
        #expect(Set(entity.uniquenessConstraints) == [["row", "column"], ["code"]])
        #expect(Set(entity.indices) == [["row"], ["row", "column"]])
        #expect(Schema.entityName(for: RefCell.self) == "RefCell")
        let user = try #require(Schema([RefUser.self]).entity(for: RefUser.self))
        #expect(user.attributesByName["email"]?.isUnique == true)
        #expect(user.attributesByName["age"]?.isOptional == true)
        #expect(user.relationshipsByName["posts"]?.deleteRule == .cascade)
        #expect(user.relationshipsByName["posts"]?.destination == "RefPost")
        #expect(user.relationshipsByName["posts"]?.inverseName == "user")
        #expect(user.relationshipsByName["posts"]?.isToOneRelationship == false)
    }

    // MARK: Identifiers

    @Test func `an identifier becomes permanent by the save and survives coding`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        let temporary = item.persistentModelID
        #expect(temporary.storeIdentifier == nil)
        #expect(temporary.entityName == "RefItem")
        let set: Set = [item]
        try context.save()
        let id = item.persistentModelID
        #expect(id.storeIdentifier != nil)
        #expect(set.contains(item))
        #expect(item.id == id)
        #expect(context.model(for: temporary) as? RefItem === item)
        #expect(context.model(for: id) as? RefItem === item)
        let registered: RefItem? = context.registeredModel(for: id)
        #expect(registered === item)
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(id))
        #expect(decoded == id)
        #expect(decoded.hashValue == id.hashValue)
        #expect((ModelContext(container).model(for: decoded) as? RefItem)?.name == "a")
    }

    @Test func `registeredModel gives only models that are present`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let other = ModelContext(container)
        let id = item.persistentModelID
        let absent: RefItem? = other.registeredModel(for: id)
        #expect(absent == nil)
        let read = try #require(try other.fetch(FetchDescriptor<RefItem>()).first)
        let present: RefItem? = other.registeredModel(for: id)
        #expect(present === read)
        #expect(read == item)
        #expect(read !== item)
        #expect(try other.fetch(FetchDescriptor<RefItem>()).first === read)
    }

    @Test func `an identifier survives a launch`() throws {
        let folder = try RefFolderOnDisk()
        let data: Data
        do {
            let context = ModelContext(try folder.container(RefItem.self))
            let item = RefItem("a")
            context.insert(item)
            try context.save()
            data = try JSONEncoder().encode(item.persistentModelID)
        }
        let context = ModelContext(try folder.container(RefItem.self))
        let id = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect((context.model(for: id) as? RefItem)?.name == "a")
        #expect(try context.fetchIdentifiers(FetchDescriptor<RefItem>()) == [id])
    }

    // MARK: Changes, rollback, flags

    @Test func `flags follow insert change save and delete`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a")
        #expect(item.modelContext == nil)
        #expect(!item.hasChanges)
        #expect(!context.hasChanges)
        context.insert(item)
        #expect(item.modelContext === context)
        #expect(context.hasChanges)
        #expect(context.insertedModelsArray.count == 1)
        try context.save()
        #expect(!context.hasChanges)
        #expect(!item.hasChanges)
        #expect(context.insertedModelsArray.isEmpty)
        item.rank = 2
        #expect(item.hasChanges)
        #expect(context.changedModelsArray.count == 1)
        try context.save()
        #expect(context.changedModelsArray.isEmpty)
        context.delete(item)
        #expect(item.isDeleted)
        #expect(context.deletedModelsArray.count == 1)
        #expect(try context.fetchCount(FetchDescriptor<RefItem>()) == 0)
        try context.save()
        #expect(item.modelContext == nil)
        #expect(!item.isDeleted)
        #expect(context.deletedModelsArray.isEmpty)
    }

    @Test func `rollback discards inserts changes and deletes`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let (a, b) = (RefItem("a"), RefItem("b"))
        context.insert(a)
        context.insert(b)
        try context.save()
        a.name = "changed"
        a.place?.city = "changed"
        a.list.append("changed")
        a.level = .low
        a.note = nil
        context.delete(b)
        let new = RefItem("new")
        context.insert(new)
        context.rollback()
        #expect(a.name == "a")
        #expect(a.place?.city == "c")
        #expect(a.list == ["l"])
        #expect(a.level == .high)
        #expect(a.note == "note")
        #expect(!b.isDeleted)
        #expect(b.modelContext === context)
        #expect(!context.hasChanges)
        #expect(try names(context) == ["a", "b"])
        #expect(new.name == "new")
        a.name = "again"
        try context.save()
        #expect(try names(ModelContext(container)) == ["again", "b"])
    }

    @Test func `inserting a deleted model undeletes it`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        context.delete(item)
        context.insert(item)
        #expect(!item.isDeleted)
        try context.save()
        #expect(try names(ModelContext(container)) == ["a"])
    }

    @Test func `a new model that is deleted before the save is not stored`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        context.delete(item)
        try context.save()
        #expect(try names(ModelContext(container)).isEmpty)
        #expect(item.name == "a")
    }

    @Test func `transaction saves once and saves nothing after an error`() throws {
        struct Stop: Error {}
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        try context.transaction { context.insert(RefItem("a")) }
        #expect(try names(ModelContext(container)) == ["a"])
        #expect(throws: Stop.self) {
            try context.transaction {
                context.insert(RefItem("b"))
                throw Stop()
            }
        }
        #expect(try names(ModelContext(container)) == ["a"])
    }

    @Test func `willSave and didSave are posted with identifiers and not for an empty save`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let changed = RefItem("changed")
        let deleted = RefItem("deleted")
        context.insert(changed)
        context.insert(deleted)
        try context.save()
        let deletedID = deleted.persistentModelID
        nonisolated(unsafe) var log: [String] = []
        nonisolated(unsafe) var infos: [AnyHashable: Any] = [:]
        let center = NotificationCenter.default
        let tokens = [
            center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { _ in log.append("will") },
            center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
                log.append("did")
                infos = $0.userInfo ?? [:]
            },
        ]
        defer { for token in tokens { center.removeObserver(token) } }
        try context.save()
        #expect(log.isEmpty)
        let inserted = RefItem("inserted")
        context.insert(inserted)
        changed.rank = 9
        context.delete(deleted)
        try context.save()
        #expect(log == ["will", "did"])
        func ids(_ key: ModelContext.NotificationKey) -> Set<PersistentIdentifier> {
            if let array = infos[key.rawValue] as? [PersistentIdentifier] { return Set(array) }
            return infos[key.rawValue] as? Set<PersistentIdentifier> ?? []
        }
        #expect(ids(.insertedIdentifiers) == [inserted.persistentModelID])
        #expect(ids(.updatedIdentifiers) == [changed.persistentModelID])
        #expect(ids(.deletedIdentifiers) == [deletedID])
    }

    @MainActor @Test func `only the main context saves by itself`() throws {
        let container = try refContainer(RefItem.self)
        #expect(container.mainContext.autosaveEnabled)
        #expect(container.mainContext === container.mainContext)
        #expect(!ModelContext(container).autosaveEnabled)
        #expect(ModelContext(container).container === container)
    }

    // MARK: Several contexts

    @Test func `a save of one context refreshes unchanged models of another`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let item = RefItem("a")
        one.insert(item)
        try one.save()
        let read = try #require(try two.fetch(FetchDescriptor<RefItem>()).first)
        #expect(read.name == "a")
        item.name = "b"
        try one.save()
        #expect(try two.fetch(FetchDescriptor<RefItem>()).first === read)
        #expect(read.name == "b")
        #expect(!two.hasChanges)
    }

    @Test func `unsaved changes stay and the last save wins for each property`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let item = RefItem("a", rank: 1)
        one.insert(item)
        try one.save()
        let read = try #require(try two.fetch(FetchDescriptor<RefItem>()).first)
        read.name = "two"
        item.name = "one"
        item.rank = 5
        try one.save()
        #expect(try two.fetch(FetchDescriptor<RefItem>()).first?.name == "two")
        try two.save()
        let result = try refReload(RefItem.self, container)
        #expect(result.name == "two")
        #expect(result.rank == 5)
    }

    @Test func `a delete in one context empties relationships of another`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let parent = RefItem("parent")
        let child = RefItem("child")
        parent.others = [child]
        one.insert(parent)
        try one.save()
        let parents = #Predicate<RefItem> { $0.name == "parent" }
        let read = try #require(try two.fetch(FetchDescriptor(predicate: parents)).first)
        let readChild = try #require(read.others.first)
        #expect(readChild.name == "child")
        one.delete(child)
        try one.save()
        #expect(try two.fetchCount(FetchDescriptor<RefItem>()) == 1)
        #expect(read.others.isEmpty)
        #expect(readChild.name == "child")
        #expect(readChild.others.isEmpty)
    }

    // MARK: Deleted models

    private func readAll(_ item: RefItem, gone: Bool = true) {
        _ = item.name
        _ = item.rank
        _ = item.place
        _ = item.list
        _ = item.level
        _ = item.note
        _ = item.date
        let (other, others) = (item.other, item.others)
        if gone {
            #expect(other == nil)
            #expect(others.isEmpty)
        }
        _ = item.persistentModelID
        _ = item.id
        _ = item.hashValue
        _ = item.isDeleted
        _ = item.hasChanges
        #expect(item == item)
    }

    @Test func `a deleted model keeps the values that were read`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        let item = RefItem("a", rank: 3)
        item.other = RefItem("o")
        context.insert(item)
        try context.save()
        context.delete(item)
        #expect(item.name == "a")
        #expect(item.rank == 3)
        try context.save()
        #expect(item.name == "a")
        #expect(item.rank == 3)
        readAll(item)
        item.name = "still"
        #expect(item.name == "still")
        #expect(!context.hasChanges)
    }

    @Test func `a model that another context deleted is read without a trap`() throws {
        let container = try refContainer(RefItem.self)
        let one = ModelContext(container)
        let item = RefItem("a")
        item.other = RefItem("o")
        one.insert(item)
        try one.save()
        let two = ModelContext(container)
        let shell = try #require(two.model(for: item.persistentModelID) as? RefItem)
        let three = ModelContext(container)
        let read = try three.fetch(FetchDescriptor<RefItem>())
        try one.delete(model: RefItem.self)
        try one.save()
        // The other contexts may not have merged the save yet: only no trap.
        readAll(shell, gone: false)
        for item in read { readAll(item, gone: false) }
        #expect(try two.fetch(FetchDescriptor<RefItem>()).isEmpty)
        #expect(try three.fetch(FetchDescriptor<RefItem>()).isEmpty)
        readAll(shell)
        for item in read { readAll(item) }
        try three.save()
        try two.save()
    }

    @Test func `model for an identifier without a row gives a model that can be read`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        let id = item.persistentModelID
        context.delete(item)
        try context.save()
        let shell = try #require(ModelContext(container).model(for: id) as? RefItem)
        readAll(shell)
        #expect(shell.name == "")
    }

    @Test func `keys are not used again after all rows are deleted`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let old = RefItem("old")
        context.insert(old)
        try context.save()
        let id = old.persistentModelID
        context.delete(old)
        try context.save()
        let new = RefItem("new")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID != id)
        #expect(old.name == "old")
        #expect(old != new)
    }

    @Test func `erase leaves models that can be read`() throws {
        let container = try refContainer(RefItem.self)
        let context = ModelContext(container)
        let item = RefItem("a")
        context.insert(item)
        try context.save()
        try container.erase()
        readAll(item)
        #expect(try names(ModelContext(container)).isEmpty)
    }

    // MARK: Errors and stores

    @Test func `a store without permission to save refuses the save and keeps its rows`() throws {
        let folder = try RefFolderOnDisk()
        do {
            let context = ModelContext(try folder.container(RefItem.self))
            context.insert(RefItem("a"))
            try context.save()
        }
        let context = ModelContext(try folder.container(RefItem.self, allowsSave: false))
        #expect(try names(context) == ["a"])
        context.insert(RefItem("b"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try names(ModelContext(try folder.container(RefItem.self))) == ["a"])
    }

    @Test func `a file that is no store throws loadIssueModelContainer`() throws {
        let folder = try RefFolderOnDisk()
        try Data("this is no database, it is a text".utf8).write(to: folder.url.appending(path: "a.store"))
        do {
            _ = try folder.container(RefItem.self)
            Issue.record("opened")
        } catch SwiftDataError.loadIssueModelContainer {
            // Expected.
        }
    }

    @Test func `batched fetches need a descriptor without pending changes`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        for number in 0..<25 { context.insert(RefItem("\(number)", rank: number)) }
        try context.save()
        var descriptor = FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.rank)])
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) { try context.fetch(descriptor, batchSize: 10) }
        descriptor.includePendingChanges = false
        let found = try context.fetch(descriptor, batchSize: 10)
        #expect(found.count == 25)
        #expect(found[24].rank == 24)
        #expect(found.map(\.rank) == Array(0..<25))
        var sum = 0
        try context.enumerate(FetchDescriptor<RefItem>(), batchSize: 4) { sum += $0.rank }
        #expect(sum == 300)
    }

    @Test func `two configurations keep their types in two stores`() throws {
        let folder = try RefFolderOnDisk()
        let items = ModelConfiguration("items", schema: Schema([RefItem.self]), url: folder.url.appending(path: "i.store"))
        let cells = ModelConfiguration("cells", schema: Schema([RefCell.self]), url: folder.url.appending(path: "c.store"))
        let container = try ModelContainer(for: RefItem.self, RefCell.self, configurations: items, cells)
        let context = ModelContext(container)
        let (item, cell) = (RefItem("a"), RefCell(1, 1, code: "c", text: "t"))
        context.insert(item)
        context.insert(cell)
        try context.save()
        #expect(item.persistentModelID.storeIdentifier != cell.persistentModelID.storeIdentifier)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefItem>()) == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefCell>()) == 1)
    }

    @Test func `configurations give names and addresses`() {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.url.path() == "/dev/null")
        #expect(memory.isStoredInMemoryOnly)
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("shop").url.lastPathComponent == "shop.store")
        #expect(ModelConfiguration("shop").name == "shop")
        #expect(ModelConfiguration().allowsSave)
    }
}
