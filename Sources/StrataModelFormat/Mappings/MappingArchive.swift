package import Foundation
internal import StrataArchives
internal import StrataTraps

/// A mapping model as one text, with the module of its policies: the `.cdm` that the build plug-in
/// writes, as JSON.
package struct MappingArchive: Hashable, Sendable {
    /// The name of the mapping model's file.
    package var name: String
    /// The module that the policies belong to.
    package var module: String
    package var element: MappingElement

    package init(_ element: MappingElement, name: String, module: String) {
        self.element = element
        self.name = name
        self.module = module
    }

    private static let format = "Strata mapping model 1"

    private struct Fields: Codable {
        var format: String
        var name: String
        var module: String
        var mappings: MappingElement
    }

    /// The archive as text, which a Swift literal between `#"""` lines can contain.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let fields = Fields(format: Self.format, name: name, module: module, mappings: element)
            // See `ModelArchive.text`.
            return String(decoding: try encoder.encode(fields), as: UTF8.self).replacing("\\\\", with: "\\u005c")
        } catch {
            trap("A mapping model's texts could not be written as JSON: \(error)")
        }
    }

    /// Reads an archive.
    ///
    /// - Parameter file: The path of the archive, for error messages.
    /// - Throws: `ModelFileError` if the text is not an archive of this format.
    package init(text: Data, file: String) throws(ModelFileError) {
        let place = SourceLocation(file: file, line: 1)
        let fields: Fields
        do {
            fields = try JSONDecoder().decode(Fields.self, fromUntrusted: text)
        } catch {
            throw ModelFileError(
                at: place,
                """
                This is a mapping model neither of Strata's build plug-in nor of Apple's compiler. Use the .xcmappingmodel that it was \
                compiled from.
                """)
        }
        guard fields.format == Self.format else {
            throw ModelFileError(
                at: place, "The mapping model was built by another version of Strata (\(fields.format)). Build it again.")
        }
        (name, module, element) = (fields.name, fields.module, fields.mappings)
    }

    /// Reads a `.cdm` or an `.xcmappingmodel`, whose policies belong to no known module.
    package init(contentsOf url: URL) throws(ModelFileError) {
        let name = url.deletingPathExtension().lastPathComponent
        switch url.pathExtension {
        case "xcmappingmodel":
            self.init(try MappingElement(contentsOf: url), name: name, module: "")
        case "cdm":
            try self.init(text: FileReading.data(of: url, of: "The mapping model"), file: url.relativePath)
        default:
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "This is not a mapping model. Use an .xcmappingmodel, or the .cdm that the build plug-in created.")
        }
    }
}
