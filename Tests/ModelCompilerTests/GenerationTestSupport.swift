import Foundation
import StrataModelFormat

@testable import StrataModelCompiler

/// Reads a model from the inside of its XML, and generates.
enum Generation {
    static func model(_ xml: String) throws -> ModelElement {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            \(xml)
            </model>
            """
        return try ModelElement(contents: Data(text.utf8), file: "Shop.xcdatamodel/contents")
    }

    static func generator(_ xml: String, module: String = "App") throws -> ModelGenerator {
        let bundle = ModelBundle(
            url: URL(fileURLWithPath: "/Shop.xcdatamodeld"), versions: [ModelVersion(name: "Shop", model: try model(xml))],
            currentVersionName: "Shop")
        return ModelGenerator(bundle: bundle, module: module)
    }

    /// The generated file without its first comment and without the registration.
    static func classes(_ xml: String, module: String = "App") throws -> String {
        let text = try generator(xml, module: module).moduleFile(named: "Shop.swift").text
        let classes = text.components(separatedBy: "\n\n// Runs when the program is loaded")[0]
        return String(classes.drop { $0 != "\n" }.dropFirst(2))
    }
}
