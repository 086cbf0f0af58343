import Foundation
import SwiftData
import Testing

@Suite struct UniqueValueTests {
    @Test func `an enumeration with raw values is unique`() throws {
        let container = try refContainer(UniqueByCode.self)
        let context = ModelContext(container)
        context.insert(UniqueByCode(.a, "first"))
        context.insert(UniqueByCode(.b, "other"))
        try context.save()
        context.insert(UniqueByCode(.a, "second"))
        try context.save()
        let other = ModelContext(container)
        let read = try other.fetch(FetchDescriptor<UniqueByCode>(sortBy: [SortDescriptor(\.text)]))
        #expect(read.map(\.text) == ["other", "second"])
        #expect(read.map(\.code) == [.b, .a])
        read[0].code = .c
        try other.save()
        context.insert(UniqueByCode(.b, "new"))
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<UniqueByCode>()) == 3)
    }

    @Test func `two models exchange their unique enumerations in one save`() throws {
        let container = try refContainer(UniqueByCode.self)
        let context = ModelContext(container)
        let (one, two) = (UniqueByCode(.a, "1"), UniqueByCode(.b, "2"))
        context.insert(one)
        context.insert(two)
        try context.save()
        (one.code, two.code) = (.b, .a)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<UniqueByCode>(sortBy: [SortDescriptor(\.text)]))
        #expect(read.map(\.code) == [.b, .a])
    }

    @Test func `nil is not a unique value, and each optional value is`() throws {
        let container = try refContainer(UniqueByOptionals.self)
        let context = ModelContext(container)
        context.insert(UniqueByOptionals(text: "1"))
        context.insert(UniqueByOptionals(text: "2"))
        context.insert(UniqueByOptionals(.a, text: "3"))
        context.insert(UniqueByOptionals(nil, .two, text: "4"))
        context.insert(UniqueByOptionals(nil, nil, UniqueWrapper(value: "w"), text: "5"))
        try context.save()
        context.insert(UniqueByOptionals(.a, text: "6"))
        context.insert(UniqueByOptionals(nil, .two, text: "7"))
        context.insert(UniqueByOptionals(nil, nil, UniqueWrapper(value: "w"), text: "8"))
        context.insert(UniqueByOptionals(nil, .three, text: "9"))
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<UniqueByOptionals>())
        #expect(read.map(\.text).sorted() == ["1", "2", "6", "7", "8", "9"])
    }

    @Test func `enumerations and structures take part in compound constraints and indexes`() throws {
        let container = try refContainer(UniqueTogether.self)
        let context = ModelContext(container)
        context.insert(UniqueTogether(.a, 1))
        context.insert(UniqueTogether(.a, 2))
        context.insert(UniqueTogether(.b, 1))
        try context.save()
        let again = UniqueTogether(.a, 1)
        again.state = .off
        again.maybe = .on
        again.wrapper = UniqueWrapper(value: "w")
        context.insert(again)
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<UniqueTogether>())
        #expect(read.count == 3)
        #expect(read.filter { $0.state == .off }.map(\.code) == [.a])
        #expect(read.filter { $0.maybe == .on }.map(\.rank) == [1])
    }

    @Test func `lists and encoded structures are unique by their data`() throws {
        let container = try refContainer(UniqueByList.self)
        let context = ModelContext(container)
        context.insert(UniqueByList(["a"], UniquePair(x: 1, y: 1), "first"))
        try context.save()
        context.insert(UniqueByList(["a"], UniquePair(x: 2, y: 2), "second"))
        context.insert(UniqueByList(["b"], UniquePair(x: 3, y: 3), "third"))
        try context.save()
        let texts = try ModelContext(container).fetch(FetchDescriptor<UniqueByList>()).map(\.text)
        #expect(texts.sorted() == ["second", "third"])
    }

    @Test(
        arguments: [
            UniqueByState.self, UniqueByOptionalState.self, UniqueByPair.self, UniqueByElement.self, UniqueEphemeral.self,
            UniqueMembers.self, RangedByCode.self,
        ] as [any PersistentModel.Type])
    func `a constraint that a store cannot have is an error of the container`(type: any PersistentModel.Type) throws {
        let error = #expect(throws: SwiftDataError.self) { try refContainer(type) }
        #expect(error == .loadIssueModelContainer)
        #expect(error?.localizedDescription.contains("\(type).") == true)
    }
}
