import Foundation
import GRDB
import StrataArchives
import Testing

@testable import CoreData

/// Archives of models whose attributes have given flags.
enum ArchivedFlags {
    /// Returns the archive of a model with a value of `NSFlagsKey` in each attribute, as Apple's Core
    /// Data or an earlier version of Strata wrote it.
    static func archive(_ model: NSManagedObjectModel, flags: Int64, isApples: Bool) throws -> Data {
        var archive = try KeyedArchive(ModelArchiver.archive(model))
        let properties = Set(archive.objects.indices.compactMap { archive.fields($0)?["NSProperties"]?.reference })
        for place in archive.objects.indices {
            guard var fields = archive.fields(place) else { continue }
            switch archive.className(place) {
            case "NSAttributeDescription":
                fields["NSFlagsKey"] = .int(flags)
                fields["StrataAllowsCloudEncryption"] = nil
                archive.set(place, fields, ofClass: "NSAttributeDescription", "NSPropertyDescription")
            case "NSDictionary" where isApples && properties.contains(place):
                archive.set(place, fields, ofClass: "NSMutableDictionary", "NSDictionary")
            default: break
            }
        }
        return archive.data
    }
}

/// The flags of attributes in archives: those of Apple's, and those that earlier versions of Strata
/// wrote.
@Suite struct ArchivedFlagsTests {
    private static func note(_ fields: String = "") throws -> NSManagedObjectModel {
        try ModelSource.model(
            #"<entity name="Note"><attribute name="data" optional="YES" attributeType="Binary"\#(fields)/></entity>"#)
    }

    private func attribute(_ archive: Data, isStrict: Bool = true) throws -> NSAttributeDescription {
        let model = NSManagedObjectModel()
        try ModelUnarchiver.read(archive, into: model, isStrict: isStrict)
        return try #require(model.entitiesByName["Note"]?.attributesByName["data"])
    }

    @Test func `a compiled model of Apple's has external storage`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.mom")
        try ArchivedFlags.archive(Self.note(), flags: 4, isApples: true).write(to: url)
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        let data = try #require(model.entitiesByName["Note"]?.attributesByName["data"])
        #expect(data.allowsExternalBinaryDataStorage && !data.allowsCloudEncryption)
    }

    @Test(arguments: [
        (0, false, false), (3, false, false), (4, true, false), (7, true, false), (16, false, true), (20, true, true),
    ])
    func `the flags of Apple's archives`(_ flags: Int64, _ isExternal: Bool, _ isPreserved: Bool) throws {
        let data = try attribute(ArchivedFlags.archive(Self.note(), flags: flags, isApples: true))
        #expect(data.allowsExternalBinaryDataStorage == isExternal)
        #expect(data.preservesValueInHistoryOnDeletion == isPreserved)
        #expect(!data.allowsCloudEncryption)
    }

    /// In Apple's archives, the flag says that the data is in a file of the app's own.
    @Test func `a file of the app's own is not encryption`() throws {
        let archive = try ArchivedFlags.archive(Self.note(), flags: 32, isApples: true)
        #expect(throws: ArchiveError.self) { try attribute(archive) }
        #expect(try !attribute(archive, isStrict: false).allowsCloudEncryption)
    }

    @Test(arguments: [(32, false), (36, true)])
    func `archives of earlier versions of Strata keep encryption`(_ flags: Int64, _ isExternal: Bool) throws {
        let data = try attribute(ArchivedFlags.archive(Self.note(), flags: flags, isApples: false))
        #expect(data.allowsCloudEncryption)
        #expect(data.allowsExternalBinaryDataStorage == isExternal)
    }

    @Test func `encryption is archived without a flag of Apple's`() throws {
        let model = try Self.note(#" allowsCloudEncryption="YES" allowsExternalBinaryDataStorage="YES""#)
        let archive = try ModelArchiver.archive(model)
        let table = try KeyedArchive(archive)
        let flags = table.objects.indices.compactMap { table.fields($0)?["NSFlagsKey"]?.int }
        #expect(flags == [4])
        let data = try attribute(archive)
        #expect(data.allowsCloudEncryption && data.allowsExternalBinaryDataStorage)
    }

    /// Apple's stores have these archives, whose attributes are not encrypted.
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `no archive of Apple's is taken for one of Strata's`() throws {
        for path in [AppleStore.careKit, AppleStore.bookmarks1, AppleStore.bookmarks4, AppleStore.pulse, AppleStore.knowledge] {
            let store = try AppleStore(path)
            let content = try #require(
                try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
            let archive = try KeyedArchive(Deflate.unpack(content))
            let dictionaries = archive.objects.indices.compactMap { place in
                archive.className(place) == "NSEntityDescription"
                    ? archive.className(archive.fields(place)?["NSProperties"]?.reference) : nil
            }
            #expect(Set(dictionaries) == ["NSMutableDictionary"], "\(path)")
        }
    }
}
