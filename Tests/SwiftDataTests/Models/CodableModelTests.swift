import Foundation
import SwiftData
import Testing

@Model final class Branch {
    var name: String
    @Relationship(inverse: \Twig.branch) var twigs: [Twig] = []
    var spares: [Twig]?

    init(name: String) { self.name = name }
}

@Model final class Twig: Codable {
    var name: String
    var branch: Branch?

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
            try ModelContainer(for: Branch.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let branch = Branch(name: "b")
        context.insert(branch)
        branch.setValue(forKey: \.twigs, to: [Twig(name: "a")])
        branch.setValue(forKey: \.spares, to: [Twig(name: "s")])
        #expect(branch.twigs.first?.branch === branch)
        #expect(branch.getValue(forKey: \.twigs).map(\.name) == ["a"])
        #expect(branch.getValue(forKey: \.spares)?.map(\.name) == ["s"])
        try context.save()
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Twig>()) == 2)
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
        let branch = Branch(name: "b")
        branch.twigs = [Twig(name: "a")]
        #expect(swap(branch.persistentBackingData, \.twigs, [Twig(name: "c")]).map(\.name) == ["a"])
        #expect(branch.twigs.map(\.name) == ["c"])
    }

    @Test func `the editing state of a context has its author and an identity that stays`() throws {
        let container = try ModelContainer(for: Branch.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let state = context.editingState
        #expect(state.author == nil)
        context.author = "Ann"
        #expect(context.editingState.author == "Ann")
        #expect(context.editingState.id == state.id)
        #expect(ModelContext(container).editingState.id != state.id)
    }
}
