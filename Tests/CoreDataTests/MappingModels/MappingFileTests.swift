import CoreData
import Foundation
import StrataArchives
import StrataModelFormat
import StrataPredicates
import Testing

/// Mapping models in files of Xcode's form.
@Suite struct MappingFileTests {
    /// An expression as the files contain it, with the names of Apple's classes.
    private static func archived(_ expression: NSExpression) throws -> String {
        try KeyedArchiveEncoder.data(of: expression, classes: PredicateArchive.classes).base64EncodedString()
    }

    private static func object(_ type: String, _ id: String, _ attributes: [String: String], _ references: [String: String] = [:])
        -> String
    {
        let inner =
            attributes.sorted { $0.key < $1.key }.map { "<attribute name=\"\($0)\" type=\"string\">\($1)</attribute>" }
            + references.sorted { $0.key < $1.key }.map {
                "<relationship name=\"\($0)\" type=\"0/0\" idrefs=\"\($1)\"></relationship>"
            }
        return "<object type=\"\(type)\" id=\"\(id)\">\(inner.joined())</object>"
    }

    private static func file(_ expression: String) -> String {
        """
        <?xml version="1.0" standalone="yes"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database><databaseInfo><version>134481920</version></databaseInfo>
        \(object("XDDEVATTRIBUTEMAPPING", "z1", ["name": "label", "valueexpressiondata": expression]))
        \(object("XDDEVATTRIBUTEMAPPING", "z2", ["name": "plays"]))
        \(object("XDDEVATTRIBUTEMAPPING", "z3", ["name": "rating"]))
        \(object("XDDEVRELATIONSHIPMAPPING", "z4", ["name": "artist", "autogenerateexpression": "1"]))
        \(object("XDDEVATTRIBUTEMAPPING", "z5", ["name": "name"]))
        \(object("XDDEVENTITYMAPPING", "z6", [
            "sourcename": "Song", "destinationname": "Track", "mappingnumber": "2", "mappingtypename": "Undefined",
            "autogenerateexpression": "1", "sourcefilterpredicatestring": "plays &gt; 0",
        ], ["attributemappings": "z3 z1 z2", "relationshipmappings": "z4"]))
        \(object("XDDEVENTITYMAPPING", "z7", [
            "sourcename": "Artist", "destinationname": "Artist", "mappingnumber": "1", "autogenerateexpression": "1",
            "migrationpolicyclassname": "App.ArtistPolicy",
        ], ["attributemappings": "z5"]))
        \(object("XDDEVENTITYMAPPING", "z8", ["destinationname": "Disc", "mappingnumber": "3"]))
        \(object("XDDEVMAPPINGMODEL", "z9", [
            "sourcemodelpath": "App/Music.xcdatamodeld/Music.xcdatamodel", "sourcemodeldata": "YnBsaXN0MDA=",
            "destinationmodelpath": "App/Music.xcdatamodeld/Music 2.xcdatamodel",
        ], ["entitymappings": "z6 z7 z8"]))
        </database>
        """
    }

    private static let old = """
        <entity name="Song"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="plays" attributeType="Integer 32" defaultValueString="0"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/></entity>
        """
    private static let new = """
        <entity name="Track"><attribute name="label" optional="YES" attributeType="String"/>
        <attribute name="plays" attributeType="Integer 32" defaultValueString="0"/>
        <attribute name="rating" optional="YES" attributeType="Double"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist"/></entity>
        <entity name="Artist"><attribute name="name" optional="YES" attributeType="String"/></entity><entity name="Disc"/>
        """

    /// A folder with both versions of the model, and the mapping model.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let bundle = folder.url.appending(path: "Music.xcdatamodeld")
        for (name, entities) in [("Music", old), ("Music 2", new)] {
            let version = bundle.appending(path: "\(name).xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try ModelSource.contents(entities).write(to: version.appending(path: "contents"))
        }
        let mapping = folder.url.appending(path: "Mappings/MusicTo2.xcmappingmodel")
        try FileManager.default.createDirectory(at: mapping, withIntermediateDirectories: true)
        let expression = try archived(NSExpression(format: "$source.title"))
        try file(expression).write(to: mapping.appending(path: "xcmapping.xml"), atomically: true, encoding: .utf8)
        return folder
    }

    private func check(_ model: NSMappingModel) throws {
        #expect(model.entityMappings.map(\.name) == ["ArtistToArtist", "SongToTrack", "Disc"])
        #expect(
            model.entityMappings.map(\.mappingType) == [
                .customEntityMappingType, .transformEntityMappingType, .addEntityMappingType,
            ])
        #expect(model.entityMappings[0].entityMigrationPolicyClassName == "App.ArtistPolicy")
        let songs = model.entityMappings[1]
        #expect(songs.sourceEntityVersionHash != nil)
        #expect(songs.sourceExpression?.description.contains("\"plays > 0\"") == true)
        let attributes = try #require(songs.attributeMappings)
        #expect(attributes.map(\.name) == ["label", "plays", "rating"])
        #expect(attributes[0].valueExpression?.description == "$source.title")
        #expect(attributes[1].valueExpression?.description == "$source.plays")
        #expect(attributes[2].valueExpression == nil)
        #expect(
            songs.relationshipMappings?[0].valueExpression
                == NSExpression(
                    format:
                        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"ArtistToArtist\", $source.artist)"
                ))
    }

    @Test func `a mapping model of Xcode's is read with the models beside it`() throws {
        let folder = try Self.folder()
        let file = folder.url.appending(path: "Mappings/MusicTo2.xcmappingmodel")
        try check(try #require(NSMappingModel(contentsOf: file)))
        // A bundle's mapping models are found by the versions that they are for.
        let bundle = try #require(Bundle(url: folder.url.appending(path: "Mappings")))
        let (old, new) = try (ModelSource.model(Self.old), ModelSource.model(Self.new))
        try check(try #require(NSMappingModel(from: [bundle], forSourceModel: old, destinationModel: new)))
        #expect(NSMappingModel(from: [bundle], forSourceModel: new, destinationModel: old) == nil)
    }

    @Test func `the archive of a mapping model has the same mappings`() throws {
        let folder = try Self.folder()
        let file = folder.url.appending(path: "Mappings/MusicTo2.xcmappingmodel")
        let archive = MappingArchive(try MappingElement(contentsOf: file), name: "MusicTo2", module: "App")
        let compiled = folder.url.appending(path: "Mappings/MusicTo2.cdm")
        try archive.text.write(to: compiled, atomically: true, encoding: .utf8)
        #expect(try MappingArchive(contentsOf: compiled) == archive)
        try check(try #require(NSMappingModel(contentsOf: compiled)))
    }

    @Test func `a file with a name that is not UTF-8 is an error, at which the XML parser would trap`() {
        var contents = Data("<database>\n<object rela".utf8)
        contents += [0xEE] + Data("ion=\"1\"/></database>".utf8)
        let error = #expect(throws: ModelFileError.self) { try MappingElement(contents: contents, file: "xcmapping.xml") }
        let description = error?.description ?? ""
        #expect(description.contains("xcmapping.xml:2: "))
        #expect(description.contains("not UTF-8"))
    }

    @Test(
        arguments: [
            ("<database>", "not well-formed"), ("<database></database>", "no mapping model"), ("", "empty"),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><database/>", "XML entities"),
        ])
    func `a file that is no mapping model is nil, with a reason`(text: String, reason: String) throws {
        let error = #expect(throws: ModelFileError.self) { try MappingElement(contents: Data(text.utf8), file: "xcmapping.xml") }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "Broken.xcmappingmodel")
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file.appending(path: "xcmapping.xml"))
        #expect(NSMappingModel(contentsOf: file) == nil)
        #expect(NSMappingModel(contentsOf: folder.url.appending(path: "None.cdm")) == nil)
        #expect(NSMappingModel(contentsOf: nil) == nil)
    }
}
