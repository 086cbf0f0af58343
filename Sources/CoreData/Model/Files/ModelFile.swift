internal import Foundation
internal import StrataModelFormat
internal import StrataTraps

/// The content of a model file: all versions of the model, and the module of its classes.
struct ModelFile {
    let versions: [ModelVersion]
    let currentVersionName: String
    /// The module of the model's classes; nil for a source file, which does not contain it.
    let module: String?

    /// Reads an `.xcdatamodeld`, an `.xcdatamodel`, or a `.momd` of Strata's build plug-in.
    /// `Model.momd/Version.mom` reads one version of such a `.momd`.
    ///
    /// - Throws: `ModelFileError` with file and line.
    init(_ url: URL) throws(ModelFileError) {
        switch url.pathExtension {
        case "xcdatamodeld", "xcdatamodel":
            let bundle = try ModelBundle(contentsOf: url)
            self.init(versions: bundle.versions, currentVersionName: bundle.currentVersionName, module: nil)
        case "momd":
            try self.init(ModelArchive(contentsOf: url))
        case "mom" where url.deletingLastPathComponent().pathExtension == "momd":
            let archive = try ModelArchive(contentsOf: url.deletingLastPathComponent())
            try self.init(archive, version: url.deletingPathExtension().lastPathComponent, at: url)
        case "mom":
            try self.init(ModelArchive(contentsOf: url))
        default:
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "This is not a model. Use an .xcdatamodeld, an .xcdatamodel, or the .momd that the build plug-in created.")
        }
    }

    /// Parses all versions of an archive.
    init(_ archive: ModelArchive) throws(ModelFileError) {
        var versions: [ModelVersion] = []
        for version in archive.versions {
            versions.append(ModelVersion(name: version.name, model: try archive.model(of: version)))
        }
        self.init(versions: versions, currentVersionName: archive.currentVersionName, module: archive.module)
    }

    private init(versions: [ModelVersion], currentVersionName: String, module: String?) {
        self.versions = versions
        self.currentVersionName = currentVersionName
        self.module = module
    }

    private init(_ archive: ModelArchive, version name: String, at url: URL) throws(ModelFileError) {
        guard let version = archive.versions.first(where: { $0.name == name }) else {
            let names = archive.versions.map(\.name).joined(separator: ", ")
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0), "The model has no version '\(name)'; it has \(names).")
        }
        let model = try archive.model(of: version)
        self.init(versions: [ModelVersion(name: name, model: model)], currentVersionName: name, module: archive.module)
    }

    var currentModel: ModelElement {
        guard let version = versions.first(where: { $0.name == currentVersionName }) else {
            trap("The model has no version '\(currentVersionName)', which is its current one.")
        }
        return version.model
    }
}

extension ModelArchive {
    fileprivate init(contentsOf url: URL) throws(ModelFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw ModelFileError(
                at: SourceLocation(file: url.relativePath, line: 0),
                "The file cannot be read: \((error as NSError).localizedDescription)")
        }
        try self.init(text: data, file: url.relativePath)
    }
}
