import Foundation
import StrataModelFormat
import Testing

@Suite("Reading a model")
struct ReadingTests {
    let model: ModelElement
    let animal: EntityElement

    init() throws {
        model = try EveryElement.model()
        animal = try #require(model.entity(named: "Animal"))
    }

    private func attribute(_ name: String) throws -> AttributeElement {
        try #require(animal.attributes.first { $0.name == name })
    }

    @Test func `the settings of a model are read`() {
        #expect(model.versionIdentifier == "v2")
        #expect(model.sourceLanguage == "Swift")
        #expect(model.isUsedWithCloudKit)
        #expect(model.entities.map(\.name) == ["Animal", "Keeper"])
        #expect(model.unknown.isEmpty)
        #expect(model.location == SourceLocation(file: "contents", line: 2))
    }

    @Test func `entities are read with their settings and user info`() throws {
        #expect(animal.isAbstract)
        #expect(animal.className == "Beast")
        #expect(animal.moduleName == "Zoo")
        #expect(animal.codeGeneration == .category)
        #expect(animal.renamingIdentifier == "Creature")
        #expect(animal.versionHashModifier == "7")
        #expect(animal.coreSpotlightDisplayNameExpression == "name")
        #expect(animal.userInfo?.dictionary == ["a": "1", "b": "two\nlines"])
        let keeper = try #require(model.entity(named: "Keeper"))
        #expect(keeper.className == "Keeper")
        #expect(keeper.moduleName == "")
        #expect(keeper.codeGeneration == .classDefinition)
        #expect(keeper.parentEntity == "Animal")
        #expect(try model.superentities(of: keeper).map(\.name) == ["Animal"])
        #expect(try model.allProperties(of: keeper).last?.name == "animal")
    }

    @Test func `attributes are read with their types, defaults and limits`() throws {
        let born = try attribute("born")
        #expect(born.defaultValue == .date(Date(timeIntervalSinceReferenceDate: 0.5)))
        #expect(born.minValue == .date(Date(timeIntervalSinceReferenceDate: 0)))
        #expect(born.maxValue == .date(Date(timeIntervalSinceReferenceDate: 1000)))
        #expect(!born.isOptional && !born.usesScalarValueType)
        #expect(born.location.line == 4)
        let image = try attribute("image")
        #expect(image.type == .binary && image.allowsExternalBinaryDataStorage && image.allowsCloudEncryption)
        let legs = try attribute("legs")
        #expect(legs.type == .integer16 && legs.usesScalarValueType && legs.preservesValueInHistoryOnDeletion)
        #expect([legs.minValue, legs.defaultValue, legs.maxValue] == [.integer(0), .integer(4), .integer(8)])
        let name = try attribute("name")
        #expect(name.defaultValue == .string("\"A&B\""))
        #expect(name.minValue == .integer(1) && name.maxValue == .integer(20))
        #expect(name.regularExpressionString == "[A-Z<]+")
        #expect(name.isIndexedBySpotlight && name.isStoredInExternalRecord)
        #expect(name.userInfo?.dictionary == ["label": "Name"])
        let search = try attribute("search")
        #expect(search.isDerived && search.derivationExpression == "canonical:(name)")
        let tags = try attribute("tags")
        #expect(
            tags.isTransient && tags.valueTransformerName == "NSSecureUnarchiveFromData" && tags.customClassName == "[String]")
        #expect(try model.elements(of: attribute("home")).map(\.name) == ["city"])
    }

    @Test func `relationships are read with their counts, rules and inverses`() throws {
        let keepers = try #require(animal.relationships.first)
        #expect(keepers.isToMany && keepers.isOrdered && !keepers.isOptional)
        #expect(keepers.minCount == 1 && keepers.maxCount == 3 && keepers.deletionRule == .deny)
        #expect(keepers.destinationEntity == "Keeper" && keepers.inverseName == "animal" && keepers.inverseEntity == "Keeper")
        #expect(keepers.renamingIdentifier == "guards")
        let back = try #require(model.entity(named: "Keeper")?.relationships.first)
        #expect(!back.isToMany && back.maxCount == 1 && back.deletionRule == .noAction)
    }

    @Test func `fetched properties and fetch requests are read with their settings`() throws {
        let peers = try #require(animal.fetchedProperties.first)
        #expect(peers.fetchRequest?.predicateString == "legs == $FETCH_SOURCE.legs")
        #expect(peers.fetchRequest?.includesSubentities == true)
        #expect(peers.userInfo?.entries == [])
        let big = try #require(model.fetchRequests.first)
        #expect(big.entity == "Animal" && big.predicateString == "legs > $N")
        #expect(big.fetchLimit == 5 && big.fetchBatchSize == 10 && big.resultType == 2)
        #expect(!big.includesSubentities && big.includesPropertyValues && !big.includesPendingChanges)
        #expect(!big.returnsObjectsAsFaults && big.returnsDistinctResults)
    }

    @Test func `indexes and uniqueness constraints are read with their parts`() throws {
        let index = try #require(animal.fetchIndexes.first)
        #expect(index.name == "byName" && index.partialIndexPredicate == "legs > 2")
        #expect(index.parts[0].property == "name" && !index.parts[0].isAscending && index.parts[0].collation == .binary)
        #expect(index.parts[1].expression == "legs + 1" && index.parts[1].expressionType == .integer64)
        #expect(index.parts[1].collation == .rTree && index.parts[1].isAscending)
        #expect(animal.compoundIndexes.map(\.properties) == [["born", "legs"]])
        #expect(animal.uniquenessConstraints.map(\.properties) == [["name", "born"]])
    }

    @Test func `configurations are read with their entities`() {
        #expect(model.configurations.map(\.name) == ["Cloud"])
        #expect(model.configurations.first?.memberEntities == ["Animal", "Keeper"])
        #expect(model.configurations.first?.isUsedWithCloudKit == true)
    }

    @Test func `the slots of an entity begin with those of its superentity, and are sorted by name`() throws {
        let source = """
            <model>
            <entity name="B" parentEntity="A"><attribute name="d" attributeType="String"/><relationship name="c" destinationEntity="A"/>
            <attribute name="z" attributeType="Date"/></entity>
            <entity name="A"><relationship name="z" destinationEntity="B"/><attribute name="y" attributeType="String"/></entity>
            </model>
            """
        let model = try ModelElement(contents: Data(source.utf8), file: "m")
        let slots = try model.slots(of: model.entities[0])
        #expect(slots.map(\.name) == ["y", "z", "c", "d"])
        #expect(slots[1] is AttributeElement)
    }

    @Test func `more than 100 superentities are an error`() throws {
        let entities = (0..<300).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 + 1)\"/>" }.joined()
        let model = try ModelElement(contents: Data("<model>\(entities)<entity name=\"E300\"/></model>".utf8), file: "m")
        let error = #expect(throws: ModelFileError.self) { try model.superentities(of: model.entities[0]) }
        #expect(error?.message == "E0 has more than 100 parents above it.")
        #expect(try model.superentities(of: model.entities[200]).count == 100)
    }
}
