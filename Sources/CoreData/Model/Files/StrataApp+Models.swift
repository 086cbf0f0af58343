public import Foundation
internal import StrataModelFormat

/// The versions of compiled models among an app's resources.
///
/// On Apple's platforms `Model.momd` is a folder with a `.mom` for each version. The `.momd` of
/// Strata's build plug-in is one file, which has no folder's contents for Foundation to find. These
/// functions return the URL that `NSManagedObjectModel(contentsOf:)` reads a version from, and what
/// Foundation finds in any other folder.
extension StrataApp {
    /// Returns a resource in a folder of a bundle, or a version of the model that the folder is.
    public static func url(
        forResource name: String?, withExtension ext: String?, subdirectory folder: String?, in bundle: Bundle
    ) -> URL? {
        guard let versions = versions(of: folder, in: bundle) else {
            return bundle.url(forResource: name, withExtension: ext, subdirectory: folder)
        }
        return versions.first { fits($0, name, ext) }
    }

    /// Returns the resources with an extension in a folder of a bundle, or the versions of the model
    /// that the folder is.
    public static func urls(forResourcesWithExtension ext: String?, subdirectory folder: String?, in bundle: Bundle) -> [URL]? {
        guard let versions = versions(of: folder, in: bundle) else {
            return bundle.urls(forResourcesWithExtension: ext, subdirectory: folder)?.map { $0 as URL }
        }
        return versions.filter { fits($0, nil, ext) }
    }

    /// Returns the path of a resource in a folder of a bundle, or of a version of the model that the
    /// folder is.
    public static func path(
        forResource name: String?, ofType ext: String?, inDirectory folder: String?, in bundle: Bundle
    ) -> String? {
        guard let versions = versions(of: folder, in: bundle) else {
            return bundle.path(forResource: name, ofType: ext, inDirectory: folder)
        }
        return versions.first { fits($0, name, ext) }?.path
    }

    /// Returns the paths of the resources with an extension in a folder of a bundle, or of the versions
    /// of the model that the folder is.
    public static func paths(forResourcesOfType ext: String?, inDirectory folder: String?, in bundle: Bundle) -> [String] {
        guard let versions = versions(of: folder, in: bundle) else {
            return bundle.paths(forResourcesOfType: ext, inDirectory: folder)
        }
        return versions.filter { fits($0, nil, ext) }.map(\.path)
    }

    /// Returns the URLs of a model's versions, `Model.momd/Model 2.mom`, in the order of their names.
    /// Returns nil unless the folder is a `.momd` of the build plug-in.
    private static func versions(of folder: String?, in bundle: Bundle) -> [URL]? {
        guard let folder, folder.hasSuffix(".momd") else { return nil }
        let model = (bundle.resourceURL ?? bundle.bundleURL).appending(path: folder)
        // Ignored: what is no file of the plug-in's is Foundation's to find, such as a folder of Apple's
        // compiler.
        guard let text = try? Data(contentsOf: model), let archive = try? ModelArchive(text: text, file: model.path) else {
            return nil
        }
        return archive.versions.map(\.name).sorted().map { model.appending(path: "\($0).mom") }
    }

    /// Whether a file has a name and an extension, each of which is not compared if it is nil or empty.
    private static func fits(_ url: URL, _ name: String?, _ ext: String?) -> Bool {
        guard let ext, !ext.isEmpty else { return name.map { $0 == url.lastPathComponent } ?? true }
        let dotted = ext.hasPrefix(".") ? ext : ".\(ext)"
        return name.map { "\($0)\(dotted)" == url.lastPathComponent } ?? url.lastPathComponent.hasSuffix(dotted)
    }
}
