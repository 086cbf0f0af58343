import Foundation
import SwiftData
import Testing

/// The order of text in a sort descriptor without a comparator, which is `.localizedStandard`.
@Suite struct TextSortTests {
    private func context() throws -> ModelContext {
        let context = ModelContext(try refContainer(Plant.self, PlantGift.self))
        for (index, name) in ["b10", "B2", "a1"].enumerated() {
            let plant = Plant(name, index)
            plant.note = index == 1 ? nil : name
            context.insert(plant)
        }
        return context
    }

    @Test(arguments: [false, true]) func `text is in the localized standard order by default`(saved: Bool) throws {
        let context = try context()
        if saved { try context.save() }
        func names(_ sort: SortDescriptor<Plant>) throws -> [String] {
            try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name)
        }
        #expect(try names(SortDescriptor(\Plant.name)) == ["a1", "B2", "b10"])
        #expect(try names(SortDescriptor(\.name)) == ["a1", "B2", "b10"])
        #expect(try names(.init(\.name)) == ["a1", "B2", "b10"])
        #expect(try names(.init(\.name, order: .reverse)) == ["b10", "B2", "a1"])
        #expect(try names(SortDescriptor(\.note)) == ["B2", "a1", "b10"])
        #expect(try names(SortDescriptor(\.note, order: .reverse)) == ["b10", "a1", "B2"])
        #expect(try names(SortDescriptor(\.parent?.name, order: .reverse)).count == 3)
    }

    @Test(arguments: [false, true]) func `a comparator is kept`(saved: Bool) throws {
        let context = try context()
        if saved { try context.save() }
        func names(_ sort: SortDescriptor<Plant>) throws -> [String] {
            try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.name)
        }
        #expect(try names(SortDescriptor(\.name, comparator: .lexical)) == ["B2", "a1", "b10"])
        #expect(try names(SortDescriptor(\.name, comparator: .lexical, order: .reverse)) == ["b10", "a1", "B2"])
        #expect(try names(SortDescriptor(\.name, comparator: .localizedStandard)) == ["a1", "B2", "b10"])
        #expect(try names(SortDescriptor(\.number, order: .reverse)) == ["a1", "B2", "b10"])
    }

    @Test func `descriptors with and without the comparator are equal`() {
        #expect(SortDescriptor(\Plant.name) == SortDescriptor(\Plant.name, comparator: .localizedStandard))
        #expect(SortDescriptor(\Plant.name) != SortDescriptor(\Plant.name, comparator: .lexical))
    }
}
