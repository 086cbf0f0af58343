import Foundation

/// The file with the products: JSON, in the app's folder of application support.
struct ProductFile: Sendable {
    let url: URL

    init(url: URL = .applicationSupportDirectory.appending(path: "Products/Products.json")) {
        self.url = url
    }

    /// Returns the products in the file; nil if there is no file yet.
    ///
    /// - Throws: A `DecodingError` if the file has other content, and other errors if it cannot be
    ///   read at all.
    func load() throws -> [Product]? {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        }
        return try JSONDecoder().decode([Product].self, from: data)
    }

    /// Replaces the file. If the app ends meanwhile, the file has the old products or the new ones.
    func save(_ products: [Product]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(products)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
    }

    /// Renames the file, so that a new one does not replace it.
    ///
    /// - Returns: The new place of the file.
    func setAside() throws -> URL {
        let folder = url.deletingLastPathComponent()
        let name = url.deletingPathExtension().lastPathComponent
        var number = 1
        while true {
            let place = folder.appending(path: "\(name) (damaged \(number)).\(url.pathExtension)")
            do {
                try FileManager.default.moveItem(at: url, to: place)
                return place
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                number += 1
            }
        }
    }
}
