import SwiftData
import Testing

@Model final class ExportSheet {
    @Attribute(.transformable(by: ExportWordsTransformer.self)) var words: [String]

    init(words: [String]) { self.words = words }
}

final class ExportWordsTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        (value as? [String]).map { Data($0.joined(separator: " ").utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
    }
}

final class ExportListTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {}

/// A file that imports SwiftData alone, as a model's file of an app does.
@Suite struct ExportsTests {
    @Test func `a value transformer needs no import beside SwiftData`() throws {
        let container = try refContainer(ExportSheet.self)
        let context = ModelContext(container)
        context.insert(ExportSheet(words: ["a", "b"]))
        try context.save()
        let read = try refReload(ExportSheet.self, container)
        #expect(read.words == ["a", "b"])
        #expect(ExportListTransformer.allowsReverseTransformation())
        #expect(NSValueTransformerName("ExportWordsTransformer").rawValue == "ExportWordsTransformer")
    }

    @Test func `the folders of the user need no import beside SwiftData`() throws {
        let url = URL.applicationSupportDirectory.appending(path: "Sheets.store")
        #expect(ModelConfiguration(url: url).url.path.hasPrefix(URL.applicationSupportDirectory.path))
        #expect(
            try FileManager.default.url(for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
                .standardizedFileURL.path == URL.documentsDirectory.standardizedFileURL.path)
    }
}
