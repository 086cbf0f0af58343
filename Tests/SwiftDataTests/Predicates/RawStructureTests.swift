import Foundation
import SwiftData
import Testing

@Model final class StockItem {
    /// The identity of an item, in a type of its own.
    struct Key: RawRepresentable, Codable, Hashable {
        var rawValue: String
    }

    struct Flags: OptionSet, Codable {
        let rawValue: Int
        static let fragile = Flags(rawValue: 1)
        static let heavy = Flags(rawValue: 2)
    }

    @Attribute(.unique) var itemID: Key
    var replacement: Key?
    var flags: Flags = Flags()
    var count: Int

    init(_ itemID: Key, count: Int) {
        self.itemID = itemID
        self.count = count
    }
}

/// Structures with a raw value, which a store has by their stored properties.
@Suite struct RawStructureTests {
    private let first = StockItem.Key(rawValue: "a")
    private let second = StockItem.Key(rawValue: "b")

    /// The items b, which a replaces and which is fragile and heavy, and a.
    private func context(_ isSaved: Bool) throws -> ModelContext {
        let context = ModelContext(try refContainer(StockItem.self))
        let item = StockItem(second, count: 2)
        item.replacement = first
        item.flags = [.fragile, .heavy]
        for item in [item, StockItem(first, count: 1)] { context.insert(item) }
        if isSaved { try context.save() }
        return context
    }

    private func counts(_ predicate: Predicate<StockItem>, _ context: ModelContext) throws -> [Int] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.count)])).map(\.count)
    }

    @Test(arguments: [false, true]) func `a structure with a raw value is compared as a whole`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let (first, second, none) = (first, second, StockItem.Key?.none)
        #expect(try counts(#Predicate { $0.itemID == first }, context) == [1])
        #expect(try counts(#Predicate { $0.itemID != first }, context) == [2])
        #expect(try counts(#Predicate { second == $0.itemID }, context) == [2])
        #expect(try counts(#Predicate { $0.replacement == first }, context) == [2])
        #expect(try counts(#Predicate { $0.replacement == none }, context) == [1])
        let both: StockItem.Flags = [.fragile, .heavy]
        #expect(try counts(#Predicate { $0.flags == both }, context) == [2])
    }

    @Test(arguments: [false, true]) func `the raw value of a structure is compared and sorted by`(isSaved: Bool) throws {
        let context = try context(isSaved)
        let first = first
        #expect(try counts(#Predicate { $0.itemID.rawValue == "b" }, context) == [2])
        #expect(try counts(#Predicate { $0.itemID.rawValue == first.rawValue }, context) == [1])
        let sorted = FetchDescriptor<StockItem>(sortBy: [SortDescriptor(\.itemID.rawValue, order: .reverse)])
        #expect(try context.fetch(sorted).map(\.count) == [2, 1])
    }

    @Test func `a model whose unique structure is in use becomes the stored one`() throws {
        let context = try context(true)
        context.insert(StockItem(first, count: 5))
        try context.save()
        let first = first
        #expect(try counts(#Predicate { $0.itemID == first }, ModelContext(context.container)) == [5])
        #expect(try context.fetchCount(FetchDescriptor<StockItem>()) == 2)
    }
}
