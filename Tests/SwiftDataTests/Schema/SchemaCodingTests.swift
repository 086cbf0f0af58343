import Foundation
import Testing

@testable import SwiftData

@Suite struct SchemaCodingTests {
    struct Point: Codable, Hashable {
        var x: Double
        var y: Double
    }

    private var schema: Schema {
        let shape = Schema.Entity(
            "Shape",
            subentities: Schema.Entity("Circle", properties: Schema.Attribute(name: "radius", valueType: Double.self)),
            properties: Schema.Attribute(
                name: "title", originalName: "name", options: [.unique], valueType: String?.self, defaultValue: "none"),
            Schema.CompositeAttribute(name: "center", valueType: Point.self, defaultValue: Point(x: 1, y: 2)))
        shape.indices = [["title"], ["center.x"]]
        return Schema(shape, version: Schema.Version(1, 2, 3))
    }

    @Test func `a schema survives encoding`() throws {
        let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        #expect(copy == schema)
        #expect(copy.version == Schema.Version(1, 2, 3))
        #expect(copy.entities.map(\.name) == ["Shape", "Circle"])
        #expect(copy.entitiesByName["Circle"]?.superentity === copy.entitiesByName["Shape"])
    }

    @Test func `default values survive encoding`() throws {
        let copy = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        let attributes = try #require(copy.entitiesByName["Shape"]?.attributesByName)
        #expect(attributes["title"]?.defaultValue as? String == "none")
        #expect(attributes["center"]?.defaultValue as? Point == Point(x: 1, y: 2))
        #expect(attributes["title"]?.originalName == "name")
    }

    @Test func `a schema survives in a file`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: url) }
        try schema.save(to: url)
        #expect(try Schema.load(from: url) == schema)
    }

    @Test func `a schema of a newer format is refused`() throws {
        let format = #"{"major":99,"minor":0,"patch":0}"#
        let data = Data(#"{"encodingVersion":\#(format),"version":\#(format),"entities":[],"order":[]}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: data) }
    }

    @Test func `a default value that is not encodable is refused`() {
        let entity = Schema.Entity(
            "A", properties: Schema.Attribute(name: "a", valueType: String.self, defaultValue: NSObject()))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Schema(entity)) }
    }

    @Test func `a subentity inherits properties`() throws {
        // Retains the superentity.
        let schema = schema
        let circle = try #require(schema.entitiesByName["Circle"])
        #expect(circle.inheritedProperties.map(\.name) == ["title", "center"])
        #expect(circle.storedProperties.map(\.name) == ["radius"])
        #expect(circle.properties.map(\.name) == ["title", "center", "radius"])
        #expect(circle.superentityName == "Shape")
    }

    @Test func `setting attributes keeps the others`() throws {
        let entity = Schema.Entity("A", properties: Schema.Attribute(name: "a", valueType: Int.self))
        entity.attributes.insert(Schema.Attribute(name: "b", valueType: Int.self))
        #expect(entity.storedProperties.map(\.name) == ["a", "b"])
        entity.attributesByName["a"] = nil
        #expect(entity.storedProperties.map(\.name) == ["b"])
    }

    @Test func `the unique option makes a constraint`() {
        #expect(schema.entitiesByName["Shape"]?.uniquenessConstraints == [["title"]])
    }
}
