import Foundation
import SwiftData
import Testing

@Model final class CodableBough {
    var name: String
    @Relationship(inverse: \CodableTwig.bough) var twigs: [CodableTwig] = []
    var spares: [CodableTwig]?

    init(name: String) { self.name = name }
}

@Model final class CodableTwig: Codable {
    var name: String
    var bough: CodableBough?

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

struct CodableModelTests {
    @Test func `models that are Codable are a relationship, and are read and set by key path`() throws {
        let context = ModelContext(
            try ModelContainer(for: CodableBough.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let bough = CodableBough(name: "b")
        context.insert(bough)
        bough.setValue(forKey: \.twigs, to: [CodableTwig(name: "a")])
        bough.setValue(forKey: \.spares, to: [CodableTwig(name: "s")])
        #expect(bough.twigs.first?.bough === bough)
        #expect(bough.getValue(forKey: \.twigs).map(\.name) == ["a"])
        #expect(bough.getValue(forKey: \.spares)?.map(\.name) == ["s"])
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<CodableTwig>()) == 2)
    }

    /// Reads and sets the values of any backing data, as an expansion of `@Model` does.
    private func swap<Backing: BackingData, Value: RelationshipCollection & Codable>(
        _ backing: Backing, _ keyPath: KeyPath<Backing.Model, Value>, _ new: Value
    ) -> Value {
        let old = backing.getValue(forKey: keyPath)
        backing.setValue(forKey: keyPath, to: new)
        return old
    }

    @Test func `backing data has the accessors of Codable models`() throws {
        let bough = CodableBough(name: "b")
        bough.twigs = [CodableTwig(name: "a")]
        #expect(swap(bough.persistentBackingData, \.twigs, [CodableTwig(name: "c")]).map(\.name) == ["a"])
        #expect(bough.twigs.map(\.name) == ["c"])
    }

    @Test func `the editing state of a context has its author and an identity that stays`() throws {
        let container = try ModelContainer(for: CodableBough.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let state = context.editingState
        #expect(state.author == nil)
        context.author = "Ann"
        #expect(context.editingState.author == "Ann")
        #expect(context.editingState.id == state.id)
        #expect(ModelContext(container).editingState.id != state.id)
    }
}
