import Foundation
import StrataModelFormat
import Testing

/// The text of a `.momd`.
@Suite struct ModelArchiveTests {
    private func bundle(_ text: String) -> ModelBundle {
        var entity = EntityElement(name: "E")
        entity.versionHashModifier = text
        var model = ModelElement()
        model.entities = [entity]
        return ModelBundle(
            url: URL(filePath: "/a/My Model.xcdatamodeld"),
            versions: [ModelVersion(name: "1", model: ModelElement()), ModelVersion(name: "2", model: model)],
            currentVersionName: "2"
        )
    }

    @Test(arguments: ["", "plain", "\\#(x) \\\"# \"\"\"#", "Ü\u{1F30B}\n\t", "\\\\n"])
    func `an archive is read as it was written`(text: String) throws {
        let archive = ModelArchive(bundle(text), module: "App")
        let read = try ModelArchive(text: Data(archive.text.utf8), file: "M.momd")
        #expect(read == archive)
        #expect((read.name, read.module, read.currentVersionName) == ("My Model", "App", "2"))
        #expect(try read.currentModel().entities[0].versionHashModifier == text)
        #expect(archive.text == ModelArchive(bundle(text), module: "App").text)
        // What would end, or run code in, a Swift literal between #""" lines.
        #expect(!archive.text.contains(#"\#"#) && !archive.text.contains(#"""""#))
    }
}
