import Foundation
import SwiftData
import Testing

// Names of NSManagedObject's members.
@Model final class RefNames {
    var deleted: Bool = false
    var objectID: String = "oid"
    var entity: String = "ent"
    var managedObjectContext: String? = "moc"
    var inserted: Int = 1
    var updated: Int = 2
    var fault: Bool = true
    var isFault: Bool = false
    var isInserted: Bool = true
    var isUpdated: Bool = true
    var changedValues: [String] = ["cv"]
    var faultingState: Int = 5
    var observationInfo: String = "oi"
    var hash: Int = 6
    var zone: String = "zone"
    var superclass: String = "sup"
    var version: Int = 7
    var name: String = "name"
    var type: String = "type"
    var value: String = "value"
    var keyPath: String = "kp"
    var context: String = "ctx"
    var index: Int = 3
    var order: Int = 8
    var group: String = "g"
    var select: String = "s"
    var `default`: String = "def"
    var `class`: String = "cls"
    var `in`: Int = 9
    init() {}
}
@Model final class RefDescribed {
    var description: String
    init(_ text: String) { description = text }
}
@Model final class RefFlagged {
    var hasChanges: Bool = true
    init() {}
}

// Own id of several types.
@Model final class RefUUIDed {
    var id: UUID = UUID()
    var name: String
    init(_ name: String) { self.name = name }
}
@Model final class RefStringed {
    @Attribute(.unique) var id: String
    var text: String = ""
    var next: RefStringed?
    init(id: String) { self.id = id }
}

// Own ==, hash, and Codable.
@Model final class RefCodable: Codable, Hashable {
    var name: String
    var count: Int
    enum CodingKeys: CodingKey { case name, count }
    init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        count = try container.decode(Int.self, forKey: .count)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(count, forKey: .count)
    }
    static func == (lhs: RefCodable, rhs: RefCodable) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
// A relationship to a Codable model.
@Model final class RefHolder {
    var one: RefCodable?
    @Relationship(inverse: nil) var many: [RefCodable] = []
    init() {}
}

enum RefSpace {
    @Model final class RefInner {
        var text: String
        var parts: [RefPart] = []
        init(_ text: String) { self.text = text }
    }
    struct Inside: Codable, Equatable { var a = 1 }
}
extension RefSpace {
    @Model final class RefPart {
        var number: Int
        var inner: RefInner?
        var inside: Inside = Inside()
        init(_ number: Int) { self.number = number }
    }
}

public protocol RefLabelled { var label: String { get } }
@Model public class RefPublic: RefLabelled {
    public var label: String
    public private(set) var count: Int = 0
    private var secret: String = "s"
    public init(label: String) { self.label = label }
    public convenience init() { self.init(label: "convenient") }
    func bump() { count += 1 }
    var peek: String {
        get { secret }
        set { secret = newValue }
    }
}
@Model open class RefOpen {
    open var label: String
    public init(label: String) { self.label = label }
}

final class RefCache { var hits = 0 }

@Model final class RefMixed: CustomStringConvertible {
    static let limit = 3
    static var made: Int { limit }
    struct Kind: Codable, Equatable { var raw = "k" }
    var name: String
    var kind: Kind = Kind()
    @Transient var mood: String = "fine"
    @Transient var maybe: Int?
    @Transient private var cache = RefCache()
    @Transient var loud: String { name.uppercased() }
    var quiet: String { name.lowercased() }
    var both: String {
        get { name }
        set { name = newValue }
    }
    var observed: Int = 1 {
        didSet { seen += 1 }
    }
    @Transient var seen = 0
    var description: String { "mixed \(name)" }
    private init(hidden name: String) { self.name = name }
    static func create(_ name: String, in context: ModelContext) -> RefMixed {
        let model = RefMixed(hidden: name)
        context.insert(model)
        return model
    }
    func hit() -> Int {
        cache.hits += 1
        return cache.hits
    }
    func access(_ name: String) -> String { name }
}

@Model final class RefPersistedCount {
    var name: String
    @Attribute(.ephemeral) var scratch: Int = 4
    @Attribute(.externalStorage) var blob: Data?
    @Attribute(.spotlight) var found: String = "f"
    @Attribute(originalName: "older") var newer: String = "n"
    @Attribute(.preserveValueOnDeletion) var kept: String = "k"
    @Attribute(.allowsCloudEncryption) var closed: String = "c"
    init(_ name: String) { self.name = name }
}

func refInsert<T: PersistentModel>(_ model: T, _ context: ModelContext) throws -> T {
    context.insert(model)
    try context.save()
    return model
}
func refDeleteAll<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    let all = try context.fetch(FetchDescriptor<T>())
    for model in all { context.delete(model) }
    try context.save()
    return all.count
}
func refByID<T: PersistentModel>(_ type: T.Type, _ id: PersistentIdentifier, _ context: ModelContext) throws -> T? {
    try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == id })).first
}

@ModelActor actor RefStore {
    func add(_ name: String) throws -> PersistentIdentifier {
        let model = RefUUIDed(name)
        modelContext.insert(model)
        try modelContext.save()
        return model.persistentModelID
    }
    func rename(_ id: PersistentIdentifier, _ name: String) throws -> Bool {
        guard let model = self[id, as: RefUUIDed.self] else { return false }
        model.name = name
        try modelContext.save()
        return true
    }
    func remove(_ id: PersistentIdentifier) throws {
        if let model = self[id, as: RefUUIDed.self] { modelContext.delete(model) }
        try modelContext.save()
    }
    func saves() -> Bool { modelContext.autosaveEnabled }
}

@Suite struct ModelShapeTests {
    @Test func `names of a managed object are names of properties`() throws {
        let container = try refContainer(RefNames.self)
        let context = ModelContext(container)
        let model = RefNames()
        context.insert(model)
        model.deleted = true
        model.objectID = "mine"
        model.entity = "changed"
        try context.save()
        let read = try refReload(RefNames.self, container)
        #expect(read.deleted)
        #expect(read.objectID == "mine")
        #expect(read.entity == "changed")
        #expect(read.managedObjectContext == "moc")
        #expect(read.inserted == 1)
        #expect(read.updated == 2)
        #expect(read.fault)
        #expect(!read.isFault)
        #expect(read.isInserted)
        #expect(read.isUpdated)
        #expect(read.changedValues == ["cv"])
        #expect(read.faultingState == 5)
        #expect(read.observationInfo == "oi")
        #expect(read.hash == 6)
        #expect(read.zone == "zone")
        #expect(read.superclass == "sup")
        #expect(read.version == 7)
        #expect(read.keyPath == "kp")
        #expect(read.context == "ctx")
        #expect(read.index == 3)
        #expect(read.order == 8)
        #expect(read.group == "g")
        #expect(read.select == "s")
        #expect(read.default == "def")
        #expect(read.class == "cls")
        #expect(read.in == 9)
        #expect(!read.isDeleted)
        let found = try context.fetchCount(
            FetchDescriptor<RefNames>(predicate: #Predicate { $0.deleted && $0.objectID == "mine" && $0.order == 8 }))
        #expect(found == 1)
        let other = try context.fetch(FetchDescriptor<RefNames>(sortBy: [SortDescriptor(\.index), SortDescriptor(\.default)]))
        #expect(other == [model])
    }

    @Test func `description and hasChanges are names of properties`() throws {
        let container = try refContainer(RefDescribed.self, RefFlagged.self)
        let context = ModelContext(container)
        context.insert(RefDescribed("text"))
        let flagged = RefFlagged()
        context.insert(flagged)
        try context.save()
        #expect(try refReload(RefDescribed.self, container).description == "text")
        #expect(flagged.hasChanges)
        flagged.hasChanges = false
        #expect(context.hasChanges)
        try context.save()
        #expect(try !refReload(RefFlagged.self, container).hasChanges)
    }

    @Test func `an own id replaces the identifier`() throws {
        let container = try refContainer(RefUUIDed.self, RefStringed.self)
        let context = ModelContext(container)
        let model = RefUUIDed("a")
        let id = model.id
        context.insert(model)
        let text = RefStringed(id: "x")
        text.next = RefStringed(id: "y")
        context.insert(text)
        for _ in 0..<2 {
            #expect(try context.fetch(FetchDescriptor<RefUUIDed>(predicate: #Predicate { $0.id == id })) == [model])
            #expect(try context.fetch(FetchDescriptor<RefStringed>(predicate: #Predicate { $0.next?.id == "y" })) == [text])
            try context.save()
        }
        #expect(try refReload(RefUUIDed.self, container).id == id)
        let permanent = model.persistentModelID
        #expect(try refByID(RefUUIDed.self, permanent, ModelContext(container))?.id == id)
    }

    @Test func `a model can be Codable and have its own equality`() throws {
        let container = try refContainer(RefCodable.self, RefHolder.self)
        let context = ModelContext(container)
        let model = try JSONDecoder().decode(RefCodable.self, from: Data(#"{"name":"a","count":2}"#.utf8))
        #expect(model == RefCodable(name: "a", count: 9))
        #expect(model.hashValue == RefCodable(name: "a", count: 9).hashValue)
        let holder = RefHolder()
        holder.one = model
        context.insert(holder)
        holder.many = [model, RefCodable(name: "b", count: 3)]
        try context.save()
        let read = try refReload(RefHolder.self, container)
        #expect(read.one?.count == 2)
        #expect(read.many.map(\.name) == ["a", "b"])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefCodable>()) == 2)
        let copy = try JSONDecoder().decode(RefCodable.self, from: JSONEncoder().encode(try #require(read.one)))
        #expect(copy.count == 2)
        #expect(copy.modelContext == nil)
        context.delete(model)
        try context.save()
        #expect(holder.one == nil)
        #expect(holder.many.map(\.name) == ["b"])
    }

    @Test func `models of one own hash stay different rows`() throws {
        let container = try refContainer(RefCodable.self)
        let context = ModelContext(container)
        context.insert(RefCodable(name: "same", count: 1))
        context.insert(RefCodable(name: "same", count: 2))
        #expect(context.insertedModelsArray.count == 2)
        try context.save()
        let counts = try context.fetch(FetchDescriptor<RefCodable>(sortBy: [SortDescriptor(\.count)])).map(\.count)
        #expect(counts == [1, 2])
    }

    @Test func `models live in enums and extensions`() throws {
        let container = try refContainer(RefSpace.RefInner.self)
        let context = ModelContext(container)
        let inner = RefSpace.RefInner("i")
        inner.parts = [RefSpace.RefPart(1)]
        context.insert(inner)
        try context.save()
        let read = try refReload(RefSpace.RefInner.self, container)
        #expect(read.parts.map(\.number) == [1])
        #expect(read.parts.first?.inner === read)
        #expect(read.parts.first?.inside == RefSpace.Inside(a: 1))
        #expect(Schema.entityName(for: RefSpace.RefInner.self) == "RefInner")
    }

    @Test func `public open and private members are stored`() throws {
        let container = try refContainer(RefPublic.self, RefOpen.self)
        let context = ModelContext(container)
        let model = RefPublic()
        context.insert(model)
        context.insert(RefOpen(label: "open"))
        model.bump()
        model.peek = "changed"
        try context.save()
        let read = try refReload(RefPublic.self, container)
        #expect(read.label == "convenient")
        #expect(read.count == 1)
        #expect(read.peek == "changed")
        #expect((read as any RefLabelled).label == "convenient")
        #expect(try refReload(RefOpen.self, container).label == "open")
    }

    @Test func `transient computed and observed properties are not stored`() throws {
        let container = try refContainer(RefMixed.self)
        let context = ModelContext(container)
        let model = RefMixed.create("Abc", in: context)
        try context.save()
        model.mood = "bad"
        model.maybe = 3
        model.observed = 5
        #expect(!context.hasChanges)
        #expect(model.mood == "bad")
        #expect(model.seen == 1)
        #expect(model.hit() == 1)
        #expect(model.hit() == 2)
        #expect(model.loud == "ABC")
        #expect("\(model)" == "mixed Abc")
        try context.save()
        let read = try refReload(RefMixed.self, container)
        #expect(read.mood == "fine")
        #expect(read.maybe == nil)
        #expect(read.observed == 1)
        #expect(read.kind == RefMixed.Kind())
        #expect(read.both == "Abc")
        model.both = "new"
        #expect(context.hasChanges)
        let entity = try #require(Schema([RefMixed.self]).entity(for: RefMixed.self))
        #expect(Set(entity.attributesByName.keys).isSuperset(of: ["name", "kind"]))
        #expect(entity.attributesByName["observed"] == nil)
        #expect(entity.attributesByName["loud"] == nil)
    }

    @Test func `options of attributes keep or drop the value`() throws {
        let container = try refContainer(RefPersistedCount.self)
        let context = ModelContext(container)
        let model = RefPersistedCount("a")
        let blob = Data(repeating: 7, count: 300_000)
        context.insert(model)
        try context.save()
        model.scratch = 9
        #expect(model.scratch == 9)
        model.blob = blob
        try context.save()
        let read = try refReload(RefPersistedCount.self, container)
        #expect(read.scratch == 4)
        #expect(read.blob == blob)
        #expect(read.found == "f")
        #expect(read.newer == "n")
        #expect(read.kept == "k")
        #expect(read.closed == "c")
    }

    @Test func `generic functions take every model`() throws {
        let context = ModelContext(try refContainer(RefUUIDed.self, RefStringed.self))
        let first = try refInsert(RefUUIDed("a"), context)
        let second = try refInsert(RefStringed(id: "b"), context)
        #expect(try refByID(RefUUIDed.self, first.persistentModelID, context) === first)
        #expect(try refByID(RefStringed.self, second.persistentModelID, context) === second)
        let models: [any PersistentModel] = [first, second]
        #expect(models.map(\.persistentModelID.entityName) == ["RefUUIDed", "RefStringed"])
        #expect(try refDeleteAll(RefUUIDed.self, context) == 1)
        #expect(try refDeleteAll(RefStringed.self, context) == 1)
        [RefUUIDed("x"), RefUUIDed("y")].forEach(context.insert)
        #expect(try context.fetchCount(FetchDescriptor<RefUUIDed>()) == 2)
        try context.fetch(FetchDescriptor<RefUUIDed>()).forEach(context.delete)
        #expect(try context.fetchCount(FetchDescriptor<RefUUIDed>()) == 0)
    }

    @Test func `a model actor changes rows that another context sees`() async throws {
        let container = try refContainer(RefUUIDed.self)
        let store = RefStore(modelContainer: container)
        let id = try await store.add("a")
        #expect(await store.saves() == false)
        let context = ModelContext(container)
        let model = try #require(context.model(for: id) as? RefUUIDed)
        #expect(model.name == "a")
        #expect(try await store.rename(id, "b"))
        #expect(try context.fetch(FetchDescriptor<RefUUIDed>()).map(\.name) == ["b"])
        #expect(model.name == "b")
        try await store.remove(id)
        #expect(try context.fetchCount(FetchDescriptor<RefUUIDed>()) == 0)
        #expect(model.name == "b")
        #expect(try await store.rename(id, "c") == false)
    }
}
