import CoreData
import Foundation
import StrataTestSupport
import Testing

/// A model that is written and read again is equal, and writing it again produces the same file.
@Suite struct ModelRoundTripTests {
    @Test(arguments: 0..<8) func randomModels(run: Int) throws {
        let seed = testSeed(run)
        print("ModelRoundTripTests run \(run): seed \(seed)")
        var models = RandomModels(seed: seed)
        let folder = try TemporaryFolder()
        for number in 0..<40 {
            let comment = Comment("seed \(seed), model \(number)")
            let model = models.model()
            let url = folder.url.appending(path: "Model\(number).xcdatamodel")
            try model.write(to: url)
            let read = try #require(NSManagedObjectModel(contentsOf: url), comment)
            let differing = model.entities.filter { read.entitiesByName[$0.name ?? ""] != $0 }.compactMap(\.name)
            #expect(differing.isEmpty, comment)
            #expect(read == model, comment)
            #expect(read.entityVersionHashesByName == model.entityVersionHashesByName, comment)
            let text = try String(contentsOf: url.appending(path: "contents"), encoding: .utf8)
            try read.write(to: url)
            #expect(try String(contentsOf: url.appending(path: "contents"), encoding: .utf8) == text, comment)
        }
    }

    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func realModels() throws {
        let folder = try TemporaryFolder()
        let models = SharedData.folder.appending(path: "models")
        let files = FileManager.default
        var count = 0
        for bundle in try files.contentsOfDirectory(at: models, includingPropertiesForKeys: nil) {
            for version in try files.contentsOfDirectory(at: bundle, includingPropertiesForKeys: nil)
            where version.pathExtension == "xcdatamodel" {
                let comment = Comment(rawValue: "\(bundle.lastPathComponent)/\(version.lastPathComponent)")
                let model = try #require(NSManagedObjectModel(contentsOf: version), comment)
                let copy = folder.url.appending(path: "\(count).xcdatamodel")
                // A copy of the model keeps the information that only the file has.
                try #require(model.copy() as? NSManagedObjectModel).write(to: copy)
                #expect(NSManagedObjectModel(contentsOf: copy) == model, comment)
                let (before, after) = (version.appending(path: "contents"), copy.appending(path: "contents"))
                #expect(
                    try XMLDocumentText(before).lines == XMLDocumentText(after).lines, comment)
                count += 1
            }
        }
        #expect(count >= 9)
    }

    /// The lines of a file without the details that XML leaves open: the order of attributes and
    /// indentation.
    private struct XMLDocumentText {
        let lines: [[String]]

        init(_ url: URL) throws {
            lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).map {
                $0.split(separator: " ").map(String.init).sorted()
            }
        }
    }
}

/// Writing a model throws an error for content that a model file cannot represent.
@Suite struct UnwritableModelTests {
    struct Case: Sendable {
        let sentence: String
        let change: @Sendable (NSManagedObjectModel) -> Void

        init(_ sentence: String, _ change: @escaping @Sendable (NSManagedObjectModel) -> Void) {
            self.sentence = sentence
            self.change = change
        }
    }

    @Test(arguments: [
        Case("a model file holds texts only") { $0.entities[0].userInfo = ["a": 1] },
        Case("has no destination") { $0.entities[0].properties = [NSRelationshipDescription()] },
        Case("SELF != 3") {
            $0.entities[0].properties[0].setValidationPredicates([NSPredicate(format: "SELF != 3")], withValidationWarnings: nil)
        },
        Case("too much") {
            $0.entities[0].properties[0].setValidationPredicates(
                [NSPredicate(format: "SELF <= 3")], withValidationWarnings: ["too much"])
        },
        Case("one version identifier") { $0.versionIdentifiers = ["a", "b"] },
        Case("sorts or skips") {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Quake")
            request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: true)]
            $0.setFetchRequestTemplate(request, forName: "sorted")
        },
        Case("XML") { $0.entities[0].versionHashModifier = "\u{1}" },
    ])
    func says(unwritable: Case) throws {
        let model = NSManagedObjectModel.quakes()
        unwritable.change(model)
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "M.xcdatamodel")
        let error = #expect(throws: NSError.self) { try model.write(to: url) }
        #expect(error?.localizedDescription.contains(unwritable.sentence) == true, "\(error?.localizedDescription ?? "")")
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
