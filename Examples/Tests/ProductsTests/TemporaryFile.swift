import Foundation

@testable import Products

/// A file of products in a folder of its own, which is removed at the end of the test.
final class TemporaryFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ProductsTests-\(UUID().uuidString)")

    var file: ProductFile { ProductFile(url: folder.appending(path: "Products.json")) }

    /// The names of all files in the folder, in ascending order.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    /// Writes other content into the file.
    func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file.url)
    }

    /// Returns the content of a file in the folder.
    func text(_ name: String = "Products.json") throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
