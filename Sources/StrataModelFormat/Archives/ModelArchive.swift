package import Foundation
internal import StrataArchives
internal import StrataTraps

/// A model bundle as one text, with the module of its classes.
///
/// The build plug-in compiles the text into the app and copies it next to the app as `<name>.momd`.
/// It is JSON with the text of each version's `contents` file, so that the model is preserved in
/// full and a version is parsed only when it is needed.
package struct ModelArchive: Hashable, Sendable {
    /// The bundle's name, by which `NSPersistentContainer(name:)` finds it.
    package var name: String
    /// The module that a class name such as `.Quake` belongs to.
    package var module: String
    /// The name of the current version, one of `versions`.
    package var currentVersionName: String
    /// The versions, in the order of the bundle.
    package var versions: [Version]

    /// A version of the model.
    package struct Version: Hashable, Sendable, Codable {
        package var name: String
        /// The text of the `contents` file.
        package var contents: String

        package init(name: String, contents: String) {
            self.name = name
            self.contents = contents
        }
    }

    package init(_ bundle: ModelBundle, module: String) {
        name = bundle.name
        self.module = module
        currentVersionName = bundle.currentVersionName
        versions = bundle.versions.map { Version(name: $0.name, contents: $0.model.contents) }
    }
}

extension ModelArchive {
    /// The value of the JSON's `format` field, which distinguishes an archive from other files and
    /// identifies its version.
    private static let format = "Strata model 1"

    /// The fields of the JSON.
    private struct Fields: Codable {
        var format: String
        var name: String
        var module: String
        var currentVersion: String
        var versions: [Version]
    }

    /// The archive as text, which depends on the bundle alone.
    ///
    /// Each backslash in it precedes a letter or a quotation mark, so that a Swift literal between
    /// `#"""` lines can contain the text.
    package var text: String {
        let fields = Fields(
            format: Self.format, name: name, module: module, currentVersion: currentVersionName, versions: versions)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            // Writes a backslash of the model as a Unicode escape: `\\#(` would begin an
            // interpolation in the Swift literal.
            return String(decoding: try encoder.encode(fields), as: UTF8.self).replacing("\\\\", with: "\\u005c")
        } catch {
            trap("A model's texts could not be written as JSON: \(error)")
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
                This is a model neither of Strata's build plug-in nor of Apple's compiler. Use the .xcdatamodeld that it was \
                compiled from.
                """
            )
        }
        guard fields.format == Self.format else {
            throw ModelFileError(
                at: place, "The model was built by another version of Strata (\(fields.format)). Build it again.")
        }
        guard fields.versions.contains(where: { $0.name == fields.currentVersion }) else {
            throw ModelFileError(at: place, "The current version “\(fields.currentVersion)” is not in the file. Build it again.")
        }
        name = fields.name
        module = fields.module
        currentVersionName = fields.currentVersion
        versions = fields.versions
    }
}

extension ModelArchive {
    /// Parses the current version.
    ///
    /// - Throws: `ModelFileError` with the line.
    package func currentModel() throws(ModelFileError) -> ModelElement {
        guard let version = versions.first(where: { $0.name == currentVersionName }) else {
            trap("The archive \(name) has lost its current version, “\(currentVersionName)”.")
        }
        return try model(of: version)
    }

    /// Parses a version.
    ///
    /// - Throws: `ModelFileError` with the line in the version's original `contents` file.
    package func model(of version: Version) throws(ModelFileError) -> ModelElement {
        try ModelElement(
            contents: Data(version.contents.utf8), file: "\(name).xcdatamodeld/\(version.name).xcdatamodel/contents")
    }
}
