package import Foundation

/// A bundle with all its versions as one text: what generated code registers and what `<Name>.momd` holds.
///
/// JSON, because it has no line break and no character that a Swift literal or a file could change on its way. The contents of
/// each version stand in it as Xcode writes them, so that messages still name the right line.
package struct ModelArchive: Codable, Hashable, Sendable {
    /// The bundle's name, which `NSPersistentContainer(name:)` looks for.
    package var name: String
    /// The name of the version that an app uses.
    package var currentVersion: String
    package var versions: [Version]

    /// A version's name and the text of its `contents` file.
    package struct Version: Codable, Hashable, Sendable {
        package var name: String
        package var contents: String
    }

    package init(_ bundle: ModelBundle) {
        name = bundle.name
        currentVersion = bundle.currentVersionName
        versions = bundle.versions.map { Version(name: $0.name, contents: $0.model.contents) }
    }

    /// Reads the text of an archive.
    ///
    /// - Parameter file: The path that messages name.
    /// - Throws: `ModelFileError` where the text is no archive.
    package init(text: String, file: String) throws(ModelFileError) {
        let place = SourceLocation(file: file, line: 0)
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch {
            throw ModelFileError(at: place, "This is no model that CoreDataModelPlugin compiled. Build the target again.")
        }
        guard versions.contains(where: { $0.name == currentVersion }) else {
            throw ModelFileError(at: place, "The current version “\(currentVersion)” is missing. Build the target again.")
        }
    }

    /// The archive as one line of text, the same for the same bundle.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("A model of strings only could not be encoded: \(error)")
        }
    }

    /// The bundle, with its versions read.
    ///
    /// - Parameter url: Where the archive was found; messages name it.
    /// - Throws: `ModelFileError` for the first version that cannot be read.
    package func bundle(at url: URL) throws(ModelFileError) -> ModelBundle {
        var read: [ModelVersion] = []
        for version in versions {
            let file = "\(url.relativePath)/\(version.name).xcdatamodel/contents"
            let model = try ModelElement(contents: Data(version.contents.utf8), file: file)
            read.append(ModelVersion(name: version.name, model: model))
        }
        return ModelBundle(url: url, versions: read, currentVersionName: currentVersion)
    }
}
