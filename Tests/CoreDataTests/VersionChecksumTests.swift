import Foundation
import StrataModelDifference
import StrataModelFormat
import StrataTestSupport
import Testing

@testable import CoreData

/// The version hashes that `modelc` computes of a model's file are those of the model that is read
/// from it.
@Suite struct VersionChecksumTests {
    private func expectEqual(_ element: ModelElement, _ name: String) throws {
        let model = try NSManagedObjectModel(element, module: nil)
        #expect(try element.versionHashes() == model.entityVersionHashesByName, "\(name)")
        #expect(try element.versionChecksum() == model.versionChecksum, "\(name)")
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `public models have the checksums of their files`() throws {
        let folder = SharedData.folder.appending(path: "models")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasSuffix(".xcdatamodeld") {
            for version in try ModelBundle(contentsOf: folder.appending(path: name)).versions {
                try expectEqual(version.model, "\(name) \(version.name)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    private static func animal(_ content: String, _ fields: String = "") -> String {
        """
        <entity name="Animal" \(fields)><attribute name="name" attributeType="String"/>\(content)</entity>
        <entity name="Keeper" parentEntity="Animal"><attribute name="wage" optional="YES" attributeType="Decimal"/>
        <relationship name="animal" optional="YES" maxCount="1" destinationEntity="Animal" inverseName="keepers" inverseEntity="Animal"/></entity>
        """
    }

    private static let keepers =
        "<relationship name=\"keepers\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Keeper\" inverseName=\"animal\" inverseEntity=\"Keeper\"/>"

    /// Each is another version than the others.
    private static let versions: [String] =
        [
            animal(keepers), animal(keepers, "isAbstract=\"YES\""), animal(keepers, "versionHashModifier=\"2\""),
            animal(keepers.replacing("toMany", with: "ordered=\"YES\" toMany")),
            animal(keepers.replacing("toMany", with: "minCount=\"1\" maxCount=\"3\" toMany")),
            animal(
                keepers
                    + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/></uniquenessConstraint></uniquenessConstraints>"
            ),
            animal(
                keepers
                    + "<attribute name=\"search\" attributeType=\"String\" derived=\"YES\" derivationExpression=\"canonical:(name)\"/>"
            ),
            animal(
                keepers
                    + "<attribute name=\"search\" attributeType=\"Integer 64\" derived=\"YES\" derivationExpression=\"keepers.@count\"/>"
            ),
            animal(keepers + "<attribute name=\"image\" attributeType=\"Binary\"/>"),
            animal(keepers + "<attribute name=\"image\" attributeType=\"Binary\" allowsExternalBinaryDataStorage=\"YES\"/>"),
            animal(keepers + "<attribute name=\"image\" attributeType=\"Binary\" versionHashModifier=\"3\"/>"),
            animal(keepers + "<attribute name=\"home\" optional=\"YES\" attributeType=\"Composite\" compositeName=\"Address\"/>")
                + "<composite name=\"Address\"><attribute name=\"city\" optional=\"YES\" attributeType=\"String\"/></composite>",
        ]
        + [
            "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean", "Date", "UUID", "URI",
            "Transformable",
        ].map { animal(keepers + "<attribute name=\"value\" optional=\"YES\" attributeType=\"\($0)\"/>") }

    @Test func `each part of a version is in its checksum`() throws {
        var checksums: Set<String> = []
        for version in Self.versions {
            let element = try ModelElement(contents: ModelSource.contents(version), file: "contents")
            try expectEqual(element, version)
            #expect(try checksums.insert(element.versionChecksum()).inserted, "\(version)")
        }
        // What a store does not depend on is no part of a version.
        let first = try ModelElement(contents: ModelSource.contents(Self.versions[0]), file: "contents").versionChecksum()
        for extra in [
            "<attribute name=\"x\" transient=\"YES\" attributeType=\"Float\"/>",
            "<fetchIndex name=\"i\"><fetchIndexElement property=\"name\" type=\"Binary\" order=\"ascending\"/></fetchIndex>",
        ] {
            let element = try ModelElement(contents: ModelSource.contents(Self.animal(Self.keepers + extra)), file: "contents")
            try expectEqual(element, extra)
            #expect(try element.versionChecksum() == first)
        }
    }

    @Test func `a stage's reference has the checksum of the file`() throws {
        let element = try ModelElement(contents: ModelSource.contents(Self.versions[0]), file: "contents")
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Zoo.xcdatamodeld")
        try ModelBundle(url: url, versions: [ModelVersion(name: "Zoo", model: element)], currentVersionName: "Zoo").write(to: url)
        let reference = NSManagedObjectModelReference(fileURL: url, versionChecksum: try element.versionChecksum())
        #expect(reference.resolvedModel.versionChecksum == reference.versionChecksum)
        #expect(try NSManagedObjectModel.checksumsForVersionedModel(at: url) == ["Zoo": reference.versionChecksum])
    }
}
