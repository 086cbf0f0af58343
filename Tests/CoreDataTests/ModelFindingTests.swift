import CoreData
import Foundation
import StrataModelFormat
import Testing

/// A class that only the model `Finding` names, by its bare name.
final class FoundByName: NSManagedObject {}

/// A class that only the model `Finding` names, with its module.
final class FoundByModule: NSManagedObject {}

/// As the build plug-in generates it, except for the text.
@section(".init_array") @used
private let registerFinding: @convention(c) () -> Void = {
    NSManagedObjectModel.register(
        name: "Finding", module: "CoreDataTests",
        archive: #"""
            {
              "currentVersion" : "Finding 2",
              "format" : "Strata model 1",
              "module" : "CoreDataTests",
              "name" : "Finding",
              "versions" : [
                {
                  "contents" : "<model><entity name=\"FoundByName\" representedClassName=\"FoundByName\"/></model>",
                  "name" : "Finding"
                },
                {
                  "contents" : "<model><entity name=\"FoundByName\" representedClassName=\"FoundByName\"><attribute name=\"a\" attributeType=\"String\" optional=\"YES\"/></entity><entity name=\"FoundByModule\" representedClassName=\".FoundByModule\"/><entity name=\"Lost\" representedClassName=\".Lost\"/></model>",
                  "name" : "Finding 2"
                }
              ]
            }
            """#)
}

private let emptyModel: StaticString = #"""
    {
      "currentVersion" : "Twin", "format" : "Strata model 1", "module" : "One", "name" : "Twin",
      "versions" : [{"contents" : "<model/>", "name" : "Twin"}]
    }
    """#

/// Two modules have one of this name.
@section(".init_array") @used
private let registerTwins: @convention(c) () -> Void = {
    NSManagedObjectModel.register(name: "Twin", module: "One", archive: emptyModel)
    NSManagedObjectModel.register(name: "Twin", module: "Two", archive: emptyModel)
}

/// Finding models that were compiled in, and models in files.
@Suite struct ModelFindingTests {
    @Test func aContainerFindsItsModelByName() {
        let (one, other) = (NSPersistentContainer(name: "Finding"), NSPersistentContainer(name: "Finding"))
        #expect(one.managedObjectModel.entities.compactMap(\.name) == ["FoundByName", "FoundByModule", "Lost"])
        #expect(one.managedObjectModel === other.managedObjectModel)
        #expect(one.managedObjectModel.entitiesByName["FoundByModule"]?.managedObjectClassName == "CoreDataTests.FoundByModule")
    }

    @Test func containersOfOneNameWorkSideBySide() {
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let container = NSPersistentContainer(name: "Finding")
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
            container.loadPersistentStores { _, error in #expect(error == nil) }
            let context = container.newBackgroundContext()
            context.performAndWait {
                _ = FoundByModule(context: context)
                #expect(throws: Never.self) {
                    try context.save()
                    #expect(try context.count(for: NSFetchRequest<FoundByModule>(entityName: "FoundByModule")) == 1)
                }
            }
        }
    }

    @Test func anUnknownNameSaysWhatThereIs() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPersistentContainer(name: "Nothing")
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("There is no model 'Nothing'"))
        #expect(message.contains("'Finding' of CoreDataTests"))
        #expect(message.contains("Nothing.xcdatamodeld"))
    }

    @Test func aNameOfTwoModulesIsRefused() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPersistentContainer(name: "Twin")
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("One, Two each have a model 'Twin'"))
    }

    @Test func aClassFindsItsEntityBeforeAnyContainer() async {
        await #expect(processExitsWith: .success) {
            precondition(FoundByModule.entity().name == "FoundByModule")
            precondition(FoundByName.entity().managedObjectModel === NSPersistentContainer(name: "Finding").managedObjectModel)
            precondition(FoundByModule.fetchRequest().entity?.name == "FoundByModule")
        }
    }

    @Test func classesAreFoundByName() throws {
        let container = NSPersistentContainer(name: "Finding")
        let context = container.newBackgroundContext()
        context.performAndWait {
            func made(_ name: String) -> NSManagedObject {
                NSEntityDescription.insertNewObject(forEntityName: name, into: context)
            }
            #expect(type(of: made("FoundByName")) == FoundByName.self)
            #expect(type(of: made("FoundByModule")) == FoundByModule.self)
            // A model may be opened without its classes.
            #expect(type(of: made("Lost")) == NSManagedObject.self)
        }
    }

    @Test func aLostClassIsNamedOnce() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let context = NSPersistentContainer(name: "Finding").newBackgroundContext()
            context.performAndWait {
                for _ in 0..<3 { _ = NSEntityDescription.insertNewObject(forEntityName: "Lost", into: context) }
            }
        }
        let log = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(log.components(separatedBy: "No class 'CoreDataTests.Lost' was found for the entity 'Lost'").count == 2)
    }

    @Test func mergedModelsAreOfTheBundlesTargets() throws {
        let folder = try TemporaryFolder()
        func bundle(_ name: String) throws -> Bundle {
            let url = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            return try #require(Bundle(url: url))
        }
        let mine = try #require(NSManagedObjectModel.mergedModel(from: [try bundle("Strata_CoreDataTests.resources")]))
        #expect(mine == NSPersistentContainer(name: "Finding").managedObjectModel)
        #expect(mine !== NSPersistentContainer(name: "Finding").managedObjectModel)
        mine.entities[0].isAbstract = true
        #expect(NSManagedObjectModel.mergedModel(from: [try bundle("Strata_Others.resources")]) == nil)
        #expect(NSManagedObjectModel.mergedModel(from: [try bundle("Strata_CoreDataTests_One.resources")])?.entities == [])
        let files = try bundle("Strata_Files.resources")
        for ending in ["xcdatamodeld", "xcdatamodel"] {
            let file = files.bundleURL.appending(path: "Quakes.\(ending)")
            try NSManagedObjectModel.quakes().write(to: file)
            #expect(NSManagedObjectModel.mergedModel(from: [files])?.entities.map(\.name) == ["Quake"])
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test func theVersionOfAStoreIsFound() throws {
        let old = try ModelSource.model(#"<entity name="FoundByName" representedClassName="FoundByName"/>"#)
        let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.entityVersionHashesByName]
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Strata_CoreDataTests.resources")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let bundle = try #require(Bundle(url: url))
        let found = try #require(NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata))
        #expect(found.entities == old.entities)
    }
}

/// The files beside the program, which are there for all tests: one writes such a file, and the
/// others must not meet it.
@Suite(.serialized) struct ProgramFilesTests {
    @Test func aFileBesideTheProgramIsFound() throws {
        let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
        let name = "Beside\(UUID().uuidString)"
        let file = folder.appending(path: "\(name).xcdatamodeld")
        defer { try? FileManager.default.removeItem(at: file) }
        try NSManagedObjectModel.quakes().write(to: file)
        #expect(NSPersistentContainer(name: name).managedObjectModel == .quakes())
    }

    @Test func theWholeProgramMergesToOneModel() throws {
        let merged = try #require(NSManagedObjectModel.mergedModel(from: nil))
        let names = Set(merged.entities.compactMap(\.name))
        #expect(names.isSuperset(of: ["FoundByName", "FoundByModule", "Lost"]))
        #expect(NSManagedObjectModel.mergedModel(from: [.main]) == merged)
    }
}

/// `NSManagedObjectModel(contentsOf:)` with each kind of file.
@Suite struct ModelContentsTests {
    private func bundle(in folder: TemporaryFolder) throws -> ModelBundle {
        func version(_ name: String, _ entity: String) throws -> ModelVersion {
            let contents = ModelSource.contents(#"<entity name="\#(entity)" representedClassName=".\#(entity)"/>"#)
            return ModelVersion(name: name, model: try ModelElement(contents: contents, file: name))
        }
        let bundle = ModelBundle(
            url: folder.url.appending(path: "M.xcdatamodeld"), versions: [try version("M", "Old"), try version("M 2", "New")],
            currentVersionName: "M 2")
        try bundle.write(to: bundle.url)
        return bundle
    }

    @Test func everyKindIsRead() throws {
        let folder = try TemporaryFolder()
        let bundle = try bundle(in: folder)
        let archive = folder.url.appending(path: "M.momd")
        try Data(ModelArchive(bundle, module: "App").text.utf8).write(to: archive)
        func entities(_ path: String) -> [String?]? {
            NSManagedObjectModel(contentsOf: folder.url.appending(path: path))?.entities.map(\.managedObjectClassName)
        }
        #expect(entities("M.xcdatamodeld") == ["New"])
        #expect(entities("M.xcdatamodeld/M.xcdatamodel") == ["Old"])
        #expect(entities("M.momd") == ["App.New"])
        #expect(entities("M.momd/M.mom") == ["App.Old"])
        #expect(entities("M.momd/M 3.mom") == nil)
        #expect(entities("N.momd") == nil)
        #expect(entities("M") == nil)
        let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: archive)
        #expect(checksums.keys.sorted() == ["M", "M 2"])
        #expect(checksums["M 2"] == NSManagedObjectModel(contentsOf: archive)?.versionChecksum)
    }

    @Test func whatIsNoneSaysSoWithItsPlace() throws {
        let folder = try TemporaryFolder()
        let apples = folder.url.appending(path: "Apple.momd")
        try FileManager.default.createDirectory(at: apples, withIntermediateDirectories: true)
        let binary = folder.url.appending(path: "Binary.mom")
        try Data([0x62, 0x70, 0x6c, 0x69, 0x73, 0x74]).write(to: binary)
        for (url, part) in [
            (apples, "Apple's compiler"), (binary, "Apple's compiler"), (folder.url.appending(path: "No.momd"), "cannot be read"),
            (folder.url.appending(path: "x.txt"), "not a model"),
        ] {
            let error = #expect(throws: ModelFileError.self) { try NSManagedObjectModel(reading: url) }
            #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
            #expect(error?.location.file.hasSuffix(url.lastPathComponent) == true)
        }
        let text = folder.url.appending(path: "Text.momd")
        try Data(#"{"format":"Strata model 9","name":"T","module":"T","currentVersion":"T","versions":[]}"#.utf8).write(to: text)
        #expect(throws: ModelFileError.self) { try NSManagedObjectModel(reading: text) }
    }
}
