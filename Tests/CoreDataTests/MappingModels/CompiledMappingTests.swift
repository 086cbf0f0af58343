import Foundation
import StrataArchives
import StrataModelFormat
import StrataPredicates
import Testing

@testable import CoreData

/// Mapping models that Apple's compiler wrote: keyed archives, which the tests build with the class
/// names and keys of such files.
@Suite struct CompiledMappingTests {
    private let folder: TemporaryFolder

    private static let versions = [
        "Notes": #"<entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity>"#,
        "Notes 2": """
        <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="length" optional="YES" attributeType="Integer 64"/></entity>
        """,
    ]

    init() throws { folder = try TemporaryFolder() }

    private func model(_ version: String) throws -> NSManagedObjectModel {
        try ModelSource.model(Self.versions[version] ?? "")
    }

    /// The version hash of Apple's in these files: not Strata's.
    private func appleHash(_ version: String) -> Data { Data("hash of \(version)".utf8) }

    /// Writes `Notes.momd` with both versions.
    private func writeModels() throws {
        let url = folder.url.appending(path: "Notes.momd")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for name in Self.versions.keys {
            try ModelArchiver.archive(model(name)).write(to: url.appending(path: "\(name).mom"))
        }
        let list: [String: Any] = [
            "NSManagedObjectModel_CurrentVersionName": "Notes 2",
            "NSManagedObjectModel_VersionHashes": Self.versions.keys.reduce(into: [:]) { $0[$1] = ["Note": appleHash($1)] },
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            .write(to: url.appending(path: "VersionInfo.plist"))
    }

    /// Writes a mapping of the notes.
    ///
    /// - Parameter values: The expressions of the new note's attributes, by name.
    private func writeMapping(_ values: [String: NSExpression], named className: String = "NSMappingModel") throws -> URL {
        var archive = KeyedArchive()
        func object(_ name: String, _ fields: [String: PropertyList], _ superclasses: [String] = []) -> PropertyList {
            let place = archive.reserve()
            archive.set(place, fields, classNames: [name] + superclasses)
            return .reference(place)
        }
        func text(_ text: String) -> PropertyList { .reference(archive.add(text)) }
        func expression(_ expression: NSExpression) throws -> PropertyList { .reference(try archive.add(object: expression)) }
        let properties = try values.sorted { $0.key < $1.key }.map { name, value in
            try object(
                "NSPropertyMapping", ["NSDestinationPropertyName": text(name), "NSValueExpression": expression(value)]
            ).reference ?? 0
        }
        let fetch = try #require(MappingExpressions.fetch("Note") as? NSFetchRequestExpression)
        let source = try object(
            "NSFetchRequestExpression",
            [
                "NSExpressionType": .int(50), "NSFRExpression": expression(fetch.requestExpression),
                "NSMOCExpression": expression(fetch.contextExpression),
            ], ["NSExpression"])
        let mapping = object(
            "NSEntityMapping",
            [
                "NSMappingName": text("NoteToNote"), "NSMappingType": .int(5), "NSSourceEntityName": text("Note"),
                "NSDestinationEntityName": text("Note"), "NSSourceExpression": source,
                "NSSourceEntityVersionHash": .reference(try archive.add(object: NSData(data: appleHash("Notes")))),
                "NSDestinationEntityVersionHash": .reference(try archive.add(object: NSData(data: appleHash("Notes 2")))),
                "NSEntityMigrationPolicyClassName": .reference(KeyedArchive.null),
                "NSAttributeMappings": .reference(archive.add(array: properties)),
                "NSRelationshipMappings": .reference(archive.add(array: [])),
                "NSUserInfo": .reference(try archive.add(object: NSDictionary(dictionary: ["note": "own"]))),
            ])
        archive.root =
            object(className, ["NSEntityMappings": .reference(archive.add(array: [mapping.reference ?? 0]))]).reference ?? 0
        let url = folder.url.appending(path: "Model.cdm")
        try archive.data.write(to: url)
        return url
    }

    private static var values: [String: NSExpression] {
        ["title": MappingExpressions.source("text"), "length": NSExpression(forConstantValue: 7)]
    }

    @Test func `its parts are read, and its hashes are those of the versions here`() throws {
        let url = try writeMapping(Self.values)
        let alone = try #require(NSMappingModel(contentsOf: url)?.entityMappings.first)
        #expect(alone.sourceEntityVersionHash == nil)
        try writeModels()
        let mapping = try #require(NSMappingModel(contentsOf: url)?.entityMappings.first)
        #expect(mapping.name == "NoteToNote")
        #expect(mapping.mappingType == .transformEntityMappingType)
        #expect(mapping.sourceEntityName == "Note" && mapping.destinationEntityName == "Note")
        #expect(mapping.sourceEntityVersionHash == (try model("Notes").entitiesByName["Note"]?.versionHash))
        #expect(mapping.destinationEntityVersionHash == (try model("Notes 2").entitiesByName["Note"]?.versionHash))
        #expect(mapping.sourceExpression == MappingExpressions.fetch("Note"))
        #expect(mapping.attributeMappings?.map(\.name) == ["length", "title"])
        #expect(mapping.attributeMappings?.last?.valueExpression == MappingExpressions.source("text"))
        #expect(mapping.relationshipMappings?.isEmpty == true)
        #expect(mapping.userInfo?["note"] as? String == "own")
        #expect(mapping.entityMigrationPolicyClassName == nil)
    }

    @Test func `a migration manager carries it out`() throws {
        try writeModels()
        let mapping = try #require(NSMappingModel(contentsOf: writeMapping(Self.values)))
        let store = try VersionedStore()
        try store.open(model("Notes")) { (context) throws in
            for text in ["a", "bcd"] { context.insert("Note", ["text": text]) }
        }
        let new = try VersionedStore()
        let manager = NSMigrationManager(sourceModel: try model("Notes"), destinationModel: try model("Notes 2"))
        try manager.migrateStore(
            from: store.url, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: new.url,
            destinationType: NSSQLiteStoreType, destinationOptions: nil)
        try new.open(model("Notes 2")) { (context) throws in
            #expect(try Set(context.texts("Note", "title")) == ["a", "bcd"])
            #expect(try context.texts("Note", "length") == ["7", "7"])
        }
    }

    @Test func `it is found in a bundle beside the versions that it is for`() throws {
        _ = try writeMapping(Self.values)
        let bundle = try #require(Bundle(url: folder.url))
        let (old, new) = (try model("Notes"), try model("Notes 2"))
        #expect(NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new) == nil)
        try writeModels()
        #expect(NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)?.entityMappings.count == 1)
        #expect(NSMappingModel(from: [bundle], forSourceModel: new, destinationModel: old) == nil)
    }

    @Test func `what cannot be read is no mapping model`() throws {
        let url = try writeMapping(Self.values, named: "NSManagedObjectModel")
        #expect(NSMappingModel(contentsOf: url) == nil)
        #expect(throws: ModelFileError.self) { try CompiledMapping(url) }
        var bytes = try Data(contentsOf: try writeMapping(Self.values))
        let places = bytes.ranges(of: Data("NSVariableExpression".utf8))
        #expect(!places.isEmpty)
        for place in places { bytes.replaceSubrange(place, with: Data("NSVariableExpressioX".utf8)) }
        try bytes.write(to: url)
        let compiled = try #require(try CompiledMapping(url))
        #expect(throws: ModelFileError.self) { try compiled.mappings(nil, nil) }
        try bytes.prefix(100).write(to: url)
        #expect(NSMappingModel(contentsOf: url) == nil)
    }
}
