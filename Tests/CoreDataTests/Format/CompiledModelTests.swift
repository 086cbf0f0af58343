import Foundation
import GRDB
import StrataArchives
import StrataModelFormat
import Testing

@testable import CoreData

/// Models that Apple's compiler wrote: the archives in `.mom` files are of the kind that Apple's
/// Core Data caches in stores, which the tests write into files.
@Suite struct CompiledModelTests {
    private static let versions = [
        "Notes": #"<entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity>"#,
        "Notes 2": """
        <entity name="Note" representedClassName="App.Note"><attribute name="text" optional="YES" attributeType="String"/>
        <attribute name="stars" attributeType="Integer 16" minValueString="1" maxValueString="5" defaultValueString="3"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="notes" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" inverseName="tags" inverseEntity="Note"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
        <fetchRequest name="good" entity="Note" predicateString="stars &gt; 3"/>
        """,
    ]

    /// Creates `Notes.momd` with two versions.
    ///
    /// - Parameter format: The form of the list of versions; nil for none.
    static func bundle(_ folder: TemporaryFolder, _ format: PropertyListSerialization.PropertyListFormat? = .binary) throws
        -> URL
    {
        let url = folder.url.appending(path: "Notes.momd")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        var hashes: [String: [String: Data]] = [:]
        for (name, text) in versions {
            let model = try ModelSource.model(text)
            try ModelArchiver.archive(model).write(to: url.appending(path: "\(name).mom"))
            hashes[name] = model.entityVersionHashesByName
        }
        // Apple's folders have a version in a second form, too.
        try Data("other".utf8).write(to: url.appending(path: "Notes 2.omo"))
        if let format {
            let list: [String: Any] = [
                "NSManagedObjectModel_CurrentVersionName": "Notes 2", "NSManagedObjectModel_VersionHashes": hashes,
            ]
            try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
                .write(to: url.appending(path: "VersionInfo.plist"))
        }
        return url
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func `a folder's list names the current version`(format: PropertyListSerialization.PropertyListFormat) throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder, format)
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        #expect(model == (try ModelSource.model(Self.versions["Notes 2"] ?? "")))
        #expect(model.entitiesByName["Note"]?.managedObjectClassName == "App.Note")
        #expect(model.entitiesByName["Note"]?.attributesByName["stars"]?.defaultValue as? Int == 3)
        #expect(model.entitiesByName["Note"]?.attributesByName["stars"]?.validationPredicates.count == 2)
        #expect(model.entitiesByName["Tag"]?.uniquenessConstraints.count == 1)
        #expect(model.fetchRequestTemplate(forName: "good")?.predicate == NSPredicate(format: "stars > 3"))
    }

    @Test func `each version is read by its file, and all with their checksums`() throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder)
        let first = try #require(NSManagedObjectModel(contentsOf: url.appending(path: "Notes.mom")))
        #expect(first.entities.map(\.name) == ["Note"])
        let wanted = try Self.versions.mapValues { try ModelSource.model($0).versionChecksum }
        #expect(try NSManagedObjectModel.checksumsForVersionedModel(at: url) == wanted)
        for (name, checksum) in wanted {
            let reference = NSManagedObjectModelReference(fileURL: url, versionChecksum: checksum)
            #expect(try reference.resolve().versionChecksum == wanted[name])
        }
        // A model of one version is a file by itself.
        let single = folder.url.appending(path: "Single.mom")
        try FileManager.default.copyItem(at: url.appending(path: "Notes 2.mom"), to: single)
        #expect(NSManagedObjectModel(contentsOf: single) == NSManagedObjectModel(contentsOf: url))
    }

    @Test func `a store is migrated from one version in a folder to the other`() throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder)
        let store = try VersionedStore()
        try store.open(try #require(NSManagedObjectModel(contentsOf: url.appending(path: "Notes.mom")))) { (context) throws in
            context.insert("Note", ["text": "a"])
        }
        try store.open(try #require(NSManagedObjectModel(contentsOf: url))) { (context) throws in
            #expect(try context.texts("Note", "stars") == ["3"])
            let note = try #require(try context.all("Note").first)
            note.setValue(6, forKey: "stars")
            #expect(throws: NSError.self) { try context.save() }
            note.setValue(5, forKey: "stars")
        }
    }

    @Test func `bundles have compiled models`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Strata_Compiled.resources")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Self.bundle(folder), to: url.appending(path: "Notes.momd"))
        let resources = try #require(Bundle(url: url))
        let merged = try #require(NSManagedObjectModel.mergedModel(from: [resources]))
        #expect(Set(merged.entities.map(\.name)) == ["Note", "Tag"])
        let old = try ModelSource.model(Self.versions["Notes"] ?? "")
        let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.entityVersionHashesByName]
        #expect(NSManagedObjectModel.mergedModel(from: [resources], forStoreMetadata: metadata)?.entities == old.entities)
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `archives of Apple's are read as models`() throws {
        let folder = try TemporaryFolder()
        for path in [AppleStore.careKit, AppleStore.bookmarks1, AppleStore.bookmarks4, AppleStore.pulse, AppleStore.knowledge] {
            let store = try AppleStore(path)
            let content = try #require(
                try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
            let file = folder.url.appending(path: "\(UUID().uuidString).mom")
            try Deflate.unpack(content).write(to: file)
            let model = try NSManagedObjectModel(reading: file)
            #expect(model == (try store.cachedModel()), "\(path)")
            // The store opens with it.
            if path != AppleStore.knowledge {
                let container = NSPersistentContainer(name: "Apple", managedObjectModel: model)
                container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store.url)]
                var failure: (any Error)?
                container.loadPersistentStores { failure = $1 }
                #expect(failure == nil, "\(path)")
            }
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func `Apple's archive says what the file says`() throws {
        let store = try AppleStore(AppleStore.bookmarks4)
        let content = try #require(
            try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
        let folder = try TemporaryFolder()
        let compiled = folder.url.appending(path: "BookmarksModel.momd")
        try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
        try Deflate.unpack(content).write(to: compiled.appending(path: "BookmarksModel 4.mom"))
        // Without a list, a folder with one version is that version.
        let model = try #require(NSManagedObjectModel(contentsOf: compiled))
        let source = SharedData.folder.appending(path: "models/BookmarksModel.xcdatamodeld/BookmarksModel 4.xcdatamodel")
        #expect(model.entityVersionHashesByName == NSManagedObjectModel(contentsOf: source)?.entityVersionHashesByName)
    }

    // MARK: Errors

    private func message(_ url: URL) -> String? {
        do throws(ModelFileError) {
            _ = try NSManagedObjectModel(reading: url)
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `what is missing or damaged is an error that says so`() throws {
        let folder = try TemporaryFolder()
        let url = try Self.bundle(folder, nil)
        #expect(message(url)?.contains("no VersionInfo.plist") == true)
        let list = url.appending(path: "VersionInfo.plist")
        try PropertyListSerialization.data(
            fromPropertyList: ["NSManagedObjectModel_CurrentVersionName": "Notes 9"], format: .xml, options: 0
        ).write(to: list)
        #expect(message(url)?.contains("no Notes 9.mom") == true)
        try Data([1, 2, 3]).write(to: list)
        #expect(message(url)?.contains("no VersionInfo.plist") == true)
        let mom = folder.url.appending(path: "Other.mom")
        try KeyedArchive().data.write(to: mom)
        #expect(message(mom)?.contains("not a model of Apple's compiler") == true)
        let archive = try Data(contentsOf: url.appending(path: "Notes.mom"))
        try archive.prefix(archive.count / 2).write(to: mom)
        #expect(message(mom)?.contains("damaged") == true)
    }

    @Test func `a part that cannot be read is an error, and not missing`() throws {
        let folder = try TemporaryFolder()
        let mom = folder.url.appending(path: "Parts.mom")
        // A setting that is not known.
        let data = try ModelSource.model(
            #"<entity name="Note"><attribute name="data" optional="YES" attributeType="Binary"/></entity>"#)
        try ArchivedFlags.archive(data, flags: 64, isApples: true).write(to: mom)
        #expect(message(mom)?.contains("'data' with settings") == true)
        // A validation rule of a class that is not known: another name for one that is.
        let limited = try ModelArchiver.archive(ModelSource.model(Self.versions["Notes 2"] ?? ""))
        var bytes = limited
        let name = Data("NSComparisonPredicate".utf8)
        let places = bytes.ranges(of: name)
        #expect(!places.isEmpty)
        for place in places { bytes.replaceSubrange(place, with: Data("NSComparisonPredicatX".utf8)) }
        try bytes.write(to: mom)
        #expect(message(mom)?.contains("NSComparisonPredicatX") == true)
        // A store's own model, which is only compared, does without it.
        #expect(try ModelUnarchiver.model(bytes).entitiesByName.count == 2)
    }
}
