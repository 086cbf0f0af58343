import StrataModelFormat
import Testing

@Suite struct PropertySlotsTests {
    private func entity(_ name: String, parent: String? = nil, _ properties: String...) -> EntityElement {
        var entity = EntityElement(name: name)
        entity.parentEntity = parent
        entity.attributes = properties.map { AttributeElement(name: $0, type: .string) }
        return entity
    }

    @Test func superentitiesComeFirstAndOwnPropertiesAreSortedByName() throws {
        var model = ModelElement()
        model.entities = [entity("C", parent: "B", "a", "k"), entity("A", "z", "m"), entity("B", parent: "A", "b")]
        model.entities[2].relationships = [RelationshipElement(name: "aa", destination: "A", isToMany: true)]
        #expect(try model.slots(of: model.entities[1]).map(\.name) == ["m", "z"])
        #expect(try model.slots(of: model.entities[2]).map(\.name) == ["m", "z", "aa", "b"])
        #expect(try model.slots(of: model.entities[0]).map(\.name) == ["m", "z", "aa", "b", "a", "k"])
    }

    @Test func aPropertyDeclaredAgainKeepsItsSlot() throws {
        var model = ModelElement()
        model.entities = [entity("A", "m", "z"), entity("B", parent: "A", "a", "m")]
        #expect(try model.slots(of: model.entities[1]).map(\.name) == ["m", "z", "a"])
    }

    @Test func aCycleOfParentsIsAnError() {
        var model = ModelElement()
        model.entities = [entity("A", parent: "B"), entity("B", parent: "A")]
        #expect(throws: ModelFileError.self) { try model.slots(of: model.entities[0]) }
    }
}
