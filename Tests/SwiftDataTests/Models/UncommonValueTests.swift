import Foundation
import SwiftData
import Testing

struct RefOpaque: Codable, Equatable {
    var values: [String: Int]
    var nested: [RefPlace]
}
@Model final class RefBlobs {
    var key: String
    @Attribute(.codable) var opaque: RefOpaque = RefOpaque(values: [:], nested: [])
    @Attribute(.codable) var maybe: RefOpaque?
    @Attribute(.codable) var payload: RefPayload = RefPayload.text("t")
    init(_ key: String) { self.key = key }
}
@Model final class RefKinds {
    #Index<RefKinds>(.binary([\.name]), .rtree([\.x, \.y]))
    var name: String
    var x: Double = 0
    var y: Double = 0
    init(_ name: String) { self.name = name }
}
@Model final class RefTexts {
    var key: String
    var text: AttributedString = AttributedString("none")
    var maybe: AttributedString?
    init(_ key: String) { self.key = key }
}
/// Two versions of a model of one name.
enum RefV1 {
    @Model final class RefPage {
        var title: String
        init(title: String) { self.title = title }
    }
}
enum RefV2 {
    @Model final class RefPage {
        var title: String
        var stars: Int = 5
        init(title: String) { self.title = title }
    }
}

@Suite struct UncommonValueTests {
    @Test func `an attributed string is stored with Foundation's attributes`() throws {
        let container = try refContainer(RefTexts.self)
        let context = ModelContext(container)
        let (a, b) = (RefTexts("a"), RefTexts("b"))
        a.text = AttributedString("Read ")
        var link = AttributedString("this")
        link.link = URL(string: "https://example.com")
        a.text += link
        a.maybe = AttributedString("plain")
        context.insert(a)
        context.insert(b)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<RefTexts>(sortBy: [SortDescriptor(\.key)]))
        #expect(read.map(\.text) == [a.text, AttributedString("none")])
        #expect(read[0].text.runs.map { $0.link } == [nil, URL(string: "https://example.com")])
        #expect(read.map(\.maybe) == [AttributedString("plain"), nil])
    }

    @Test func `values stored as one encoding survive a save and answer nil tests`() throws {
        let container = try refContainer(RefBlobs.self)
        let context = ModelContext(container)
        let (a, b) = (RefBlobs("a"), RefBlobs("b"))
        a.maybe = RefOpaque(values: ["x": 1], nested: [RefPlace(city: "c", zip: nil)])
        context.insert(a)
        context.insert(b)
        for _ in 0..<2 {
            let without = try context.fetch(FetchDescriptor<RefBlobs>(predicate: #Predicate { $0.maybe == nil }))
            #expect(without.map(\.key) == ["b"])
            try context.save()
        }
        a.opaque.values["y"] = 2
        a.payload = .pair(3, label: "l")
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<RefBlobs>(sortBy: [SortDescriptor(\.key)]))
        #expect(read[0].opaque.values == ["y": 2])
        #expect(read[0].maybe == RefOpaque(values: ["x": 1], nested: [RefPlace(city: "c", zip: nil)]))
        #expect(read[0].payload == .pair(3, label: "l"))
        #expect(read[1].maybe == nil)
        #expect(read[1].payload == .text("t"))
    }

    @Test func `indices of both kinds allow the model to be stored`() throws {
        let container = try refContainer(RefKinds.self)
        let context = ModelContext(container)
        context.insert(RefKinds("a"))
        try context.save()
        #expect(try refReload(RefKinds.self, container).name == "a")
    }

    @Test func `two classes of one name work in two containers`() throws {
        let first = ModelContext(try refContainer(RefV1.RefPage.self))
        let second = ModelContext(try refContainer(RefV2.RefPage.self))
        first.insert(RefV1.RefPage(title: "one"))
        second.insert(RefV2.RefPage(title: "two"))
        try first.save()
        try second.save()
        #expect(try refReload(RefV1.RefPage.self, first.container).title == "one")
        #expect(try refReload(RefV2.RefPage.self, second.container).stars == 5)
        let found = try second.fetch(FetchDescriptor<RefV2.RefPage>(predicate: #Predicate { $0.stars == 5 }))
        #expect(found.map(\.title) == ["two"])
    }

    @Test func `a fetch of a type outside the schema throws`() throws {
        let context = ModelContext(try refContainer(RefKinds.self))
        #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<RefBlobs>()) }
    }

    @Test func `a type brings every type that its relationships reach`() throws {
        let schema = Schema([RefFolder.self])
        #expect(Set(schema.entities.map(\.name)) == ["RefFolder", "RefNote", "RefTag"])
        #expect(schema.entitiesByName["RefTag"]?.relationshipsByName["notes"]?.inverseName == "tags")
        #expect(schema.entitiesByName["RefNote"]?.relationshipsByName["folder"]?.inverseName == "notes")
        #expect(schema.entitiesByName["RefNote"]?.relationshipsByName["folder"]?.isToOneRelationship == true)
    }

    @Test func `a context is readable through a model after its last reference is gone`() throws {
        let container = try refContainer(RefKinds.self)
        var context: ModelContext? = ModelContext(container)
        let model = RefKinds("a")
        context?.insert(model)
        try context?.save()
        context = nil
        #expect(model.name == "a")
        model.name = "b"
        #expect(model.name == "b")
    }
}
