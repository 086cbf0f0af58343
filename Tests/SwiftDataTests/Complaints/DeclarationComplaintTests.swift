import CoreData
import Foundation
import SwiftData
import Testing

// Two versions of a class.
private enum First {
    @Model final class Memo {
        var text: String
        init(text: String) { self.text = text }
    }
}
private enum Second {
    @Model final class Memo {
        var text: String
        var rank: Int = 3
        var pages: [Page] = []
        init(text: String) { self.text = text }
    }
    @Model final class Page {
        var number: Int
        var memo: Memo?
        init(number: Int) { self.number = number }
    }
}

@Model private final class Reserved {
    var deleted = false
    var description = "text"
    var hasChanges = "yes"
    var isDeleted = 1
    var objectID = "id"
    var entity = "entity"
    var inserted = 2
    var updated: Date?
    var context = "context"
    var managedObjectContext: String?
    var observationInfo = 3.5
    var hash = 4
    var self_ = "self"
    init() {}
}

@MainActor @Model final class MainActorMemo {
    var text: String
    init(text: String) { self.text = text }
}

@Model nonisolated final class NonisolatedMemo {
    var text: String
    init(text: String) { self.text = text }
}

private struct Renamed: Codable, Equatable {
    var city = "Ulm"
    var code = 5
    enum CodingKeys: String, CodingKey { case city = "town_name", code = "c" }
}

private struct Plain: Codable, Equatable {
    var city = "Ulm"
    var code = 5
}

private struct Custom: Codable, Equatable {
    var pair: [Int]
    init(_ left: Int, _ right: Int) { pair = [left, right] }
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        pair = text.split(separator: "/").compactMap { Int($0) }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(pair.map(String.init).joined(separator: "/"))
    }
}

private enum Outline: Codable, Equatable {
    case point
    case circle(radius: Double)
    case box(Int, Int)
}

private struct Drawing: Codable, Equatable {
    enum Tone: String, Codable { case light, dark }
    var shape = Outline.circle(radius: 2)
    var tone = Tone.dark
    var layers: [Outline] = [.point, .box(1, 2)]
    var names: [String: Int] = ["a": 1]
}

@Model private final class Coded {
    var renamed = Renamed()
    var custom = Custom(1, 2)
    var customs: [Custom] = []
    var shape: Outline = Outline.point
    var drawing: Drawing = Drawing()
    var maybe: Renamed?
    var tones: [Drawing.Tone] = []
    init() {}
}

@Model private final class Uncoded {
    var renamed = Plain()
    init() {}
}

/// Reports about declarations.
struct DeclarationComplaintTests {
    // dashpay/platform/pull/4644, everpcpc/KMReader/pull/803
    @Test func `two classes of one name are used in two containers at once`() throws {
        let old = try ModelContainer(for: First.Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let new = try ModelContainer(for: Second.Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        for round in 0..<2 {
            let (first, second) = (ModelContext(old), ModelContext(new))
            first.insert(First.Memo(text: "old \(round)"))
            let memo = Second.Memo(text: "new \(round)")
            memo.pages = [Second.Page(number: round)]
            second.insert(memo)
            try first.save()
            try second.save()
        }
        let firsts = try ModelContext(old).fetch(FetchDescriptor<First.Memo>(sortBy: [SortDescriptor(\.text)]))
        let seconds = try ModelContext(new).fetch(FetchDescriptor<Second.Memo>(sortBy: [SortDescriptor(\.text)]))
        #expect(firsts.map(\.text) == ["old 0", "old 1"])
        #expect(seconds.map(\.text) == ["new 0", "new 1"])
        #expect(seconds.map(\.rank) == [3, 3])
        #expect(seconds.map { $0.pages.map(\.number) } == [[0], [1]])
        #expect(throws: SwiftDataError.unknownSchema) { try ModelContext(old).fetch(FetchDescriptor<Second.Memo>()) }
    }

    // everpcpc/KMReader/pull/106
    @Test func `names of Core Data's objects are names of properties`() throws {
        let container = try ModelContainer(for: Reserved.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let model = Reserved()
        model.deleted = true
        model.description = "changed"
        model.isDeleted = 7
        model.managedObjectContext = "mine"
        context.insert(model)
        model.hash = 9
        model.updated = Date(timeIntervalSinceReferenceDate: 1)
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Reserved>()).first)
        #expect(read.deleted)
        #expect(read.description == "changed")
        #expect(read.hasChanges == "yes")
        #expect(read.isDeleted == 7)
        #expect(read.objectID == "id")
        #expect(read.entity == "entity")
        #expect(read.inserted == 2)
        #expect(read.updated == Date(timeIntervalSinceReferenceDate: 1))
        #expect(read.context == "context")
        #expect(read.managedObjectContext == "mine")
        #expect(read.observationInfo == 3.5)
        #expect(read.hash == 9)
        #expect(read.self_ == "self")
    }

    @Test
    func `names of Core Data's objects are names of properties in predicates and sorts`() throws {
        let context = ModelContext(
            try ModelContainer(for: Reserved.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        for number in 0..<3 {
            let model = Reserved()
            model.objectID = "\(number)"
            model.deleted = number == 1
            model.isDeleted = number
            context.insert(model)
        }
        for _ in 0..<2 {
            func found(_ predicate: Predicate<Reserved>) throws -> [String] {
                try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.objectID)])).map(\.objectID)
            }
            #expect(try found(#Predicate { $0.deleted }) == ["1"])
            #expect(try found(#Predicate { $0.objectID == "2" }) == ["2"])
            #expect(try found(#Predicate { $0.isDeleted > 0 }) == ["1", "2"])
            try context.save()
        }
    }

    // F 788262
    @MainActor @Test func `models are declared with each isolation`() throws {
        let container = try ModelContainer(
            for: MainActorMemo.self, NonisolatedMemo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        container.mainContext.insert(MainActorMemo(text: "a"))
        container.mainContext.insert(NonisolatedMemo(text: "b"))
        try container.mainContext.save()
        #expect(try container.mainContext.fetch(FetchDescriptor<MainActorMemo>()).map(\.text) == ["a"])
        #expect(try container.mainContext.fetch(FetchDescriptor<NonisolatedMemo>()).map(\.text) == ["b"])
    }

    // https://fatbobman.com/en/posts/considerations-for-using-codable-and-enums-in-swiftdata-models/
    @Test func `structures and enumerations of each shape are stored as they are`() throws {
        let container = try ModelContainer(for: Coded.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let model = Coded()
        context.insert(model)
        model.renamed = Renamed(city: "Bonn", code: 8)
        model.custom = Custom(3, 4)
        model.customs = [Custom(5, 6), Custom(7, 8)]
        model.shape = .box(9, 10)
        model.drawing.layers.append(.circle(radius: 0.5))
        model.drawing.names["b"] = 2
        model.maybe = Renamed(city: "", code: 0)
        model.tones = [.dark, .light]
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Coded>()).first)
        #expect(read.renamed == Renamed(city: "Bonn", code: 8))
        #expect(read.custom == Custom(3, 4))
        #expect(read.customs == [Custom(5, 6), Custom(7, 8)])
        #expect(read.shape == .box(9, 10))
        #expect(read.drawing.shape == .circle(radius: 2))
        #expect(read.drawing.tone == .dark)
        #expect(read.drawing.layers == [.point, .box(1, 2), .circle(radius: 0.5)])
        #expect(read.drawing.names == ["a": 1, "b": 2])
        #expect(read.maybe == Renamed(city: "", code: 0))
        #expect(read.tones == [.dark, .light])
        model.maybe = nil
        try context.save()
        let again = try #require(try ModelContext(container).fetch(FetchDescriptor<Coded>()).first)
        #expect(again.maybe == nil)
    }

    @Test func `the columns of a structure have the names of its properties, not those of its coding keys`() throws {
        func names(_ type: any PersistentModel.Type) throws -> [String] {
            let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [type]))
            let attribute = try #require(model.entities.first?.attributesByName["renamed"] as? NSCompositeAttributeDescription)
            return attribute.elements.map(\.name)
        }
        #expect(try names(Coded.self) == ["city", "code"])
        #expect(try names(Uncoded.self) == ["city", "code"])
    }
}
