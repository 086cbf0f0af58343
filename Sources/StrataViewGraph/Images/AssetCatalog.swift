package import Foundation
internal import StrataArchives
import Synchronization

/// An image of an app, in its versions for displays and appearances.
package struct ImageAsset: Hashable, Sendable {
    /// A file with a version of the image.
    package struct File: Hashable, Sendable {
        package var url: URL
        /// The number of pixels in a point: 1, 2 or 3.
        package var scale: Int
    }

    /// The versions for light appearance, in ascending order of scale. If `dark` is empty, they are
    /// for both appearances.
    package var light: [File]
    /// The versions for dark appearance, in ascending order of scale.
    package var dark: [File]
    /// Whether the catalog marks the image as a template, of which only the opacity is used.
    package var isTemplate = false

    /// The light version with the highest scale, or the dark one if there is no light one; nil
    /// without files.
    package var best: File? { light.last ?? dark.last }

    /// Returns the asset with the versions for one appearance only, if it has any; for nil, returns
    /// all versions.
    func limited(to scheme: ColorScheme?) -> ImageAsset {
        var asset = self
        switch scheme {
        case .light? where !light.isEmpty: asset.dark = []
        case .dark? where !dark.isEmpty: (asset.light, asset.dark) = (dark, [])
        default: break
        }
        return asset
    }
}

/// The images and colors of an app: those of its asset catalogs (`.xcassets`), and image files.
///
/// A name is looked up in the folders of resources: those of a bundle, or all of the app's. For an
/// image, a file of that name in such a folder is preferred to an image set in a catalog. All
/// nested folders of a catalog are searched. So an asset in a folder is found by its name (`Star`)
/// and by its path (`Icons/Star`), whether or not the folder provides a namespace.
///
/// Results are kept for the life of the process, also for names that are not found. So a file that
/// is added later is not seen.
enum AssetCatalog {
    /// A name of an asset, with the folder of resources; nil for the app's.
    private struct Name: Hashable {
        let name: String
        let directory: URL?
    }

    /// The results of all lookups. An inner nil is a name without an asset.
    private struct Found {
        var images: [Name: ImageAsset?] = [:]
        var colors: [Name: Color?] = [:]
        var catalogs: [URL?: [URL]] = [:]
    }

    private static let found = Mutex(Found())

    /// Returns the image with a name. Returns nil and logs a warning if there is none.
    ///
    /// - Parameter directory: The folder of resources; nil for the app's.
    static func image(_ name: String, in directory: URL?) -> ImageAsset? {
        let key = Name(name: name, directory: directory)
        if let known = found.withLock({ $0.images[key] }) { return known }
        let asset =
            directories(directory).lazy.compactMap { file(name, in: $0) }.first
            ?? catalogs(in: directory).lazy.compactMap { imageSet(name, in: $0) }.first
        if asset == nil {
            WarningLog.warn(
                """
                There is no image "\(name)" in the asset catalogs and files of the resources, so Image(_:bundle:) shows a plain \
                mark. Add the image to the resources of the target.
                """)
        }
        found.withLock { $0.images[key] = .some(asset) }
        return asset
    }

    /// Returns the color with a name. Returns nil and logs a warning if there is none.
    static func color(_ name: String, in directory: URL?) -> Color? {
        let key = Name(name: name, directory: directory)
        if let known = found.withLock({ $0.colors[key] }) { return known }
        let color = catalogs(in: directory).lazy.compactMap { colorSet(name, in: $0) }.first
        if color == nil {
            WarningLog.warn(
                """
                There is no color "\(name)" in the asset catalogs of the resources, so Color(_:bundle:) is clear. Add the color \
                to an asset catalog of the target.
                """)
        }
        found.withLock { $0.colors[key] = .some(color) }
        return color
    }

    /// Returns the color "AccentColor", from the first catalog that has a set of this name. Returns nil
    /// if there is none, or the set has no color, as in a new project of Xcode.
    ///
    /// - Parameter directory: The folder of resources; nil for the app's.
    static func accentColor(in directory: URL?) -> Color? {
        let name = "AccentColor"
        let catalog = catalogs(in: directory).first { folder(name, extension: ".colorset", in: $0) != nil }
        return catalog.flatMap { colorSet(name, in: $0) }
    }

    private static func directories(_ directory: URL?) -> [URL] { directory.map { [$0] } ?? ResourceDirectories.app }

    /// Returns the catalogs in a folder of resources; nil for the app's folders.
    private static func catalogs(in directory: URL?) -> [URL] {
        if let known = found.withLock({ $0.catalogs[directory] }) { return known }
        let catalogs = directories(directory).flatMap { entries(of: $0).filter { $0.pathExtension == "xcassets" } }
        found.withLock { $0.catalogs[directory] = catalogs }
        return catalogs
    }

    private static func entries(of folder: URL) -> [URL] {
        ResourceFiles.entries(of: folder).sorted { $0.path < $1.path }
    }

    /// Returns the folder of an asset in a catalog; nil if there is none. A name with an empty
    /// component, `.` or `..` has none, so that no name leaves the catalog.
    private static func folder(_ name: String, extension suffix: String, in folder: URL) -> URL? {
        guard
            !name.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
                $0.isEmpty || $0 == ".." || $0 == "."
            })
        else { return nil }
        let direct = folder.appendingPathComponent(name + suffix)
        if FileManager.default.fileExists(atPath: direct.path) { return direct }
        return entries(of: folder).lazy.filter { $0.pathExtension.isEmpty && $0.hasDirectoryPath }
            .compactMap { self.folder(name, extension: suffix, in: $0) }.first
    }

    // MARK: Images

    private static let extensions = ["png", "jpg", "jpeg", "svg", "webp", "gif", "avif"]

    /// Returns the image in a file beside the catalogs, with its versions `name@2x.png` and
    /// `name@3x.png`. A name without an extension has the first of `extensions` for which there is
    /// a file.
    private static func file(_ name: String, in directory: URL) -> ImageAsset? {
        guard !name.contains("/"), !name.hasPrefix(".") else { return nil }
        let names = extensions.contains((name as NSString).pathExtension.lowercased()) ? [""] : extensions.map { "." + $0 }
        for suffix in names {
            let whole = (name + suffix) as NSString
            let files = (1...3).compactMap { scale -> ImageAsset.File? in
                let mark = scale == 1 ? "" : "@\(scale)x"
                let url = directory.appendingPathComponent("\(whole.deletingPathExtension)\(mark).\(whole.pathExtension)")
                return FileManager.default.fileExists(atPath: url.path) ? ImageAsset.File(url: url, scale: scale) : nil
            }
            if !files.isEmpty { return ImageAsset(light: files, dark: []) }
        }
        return nil
    }

    /// Returns the image of an image set in a catalog; nil if the set has no files.
    private static func imageSet(_ name: String, in catalog: URL) -> ImageAsset? {
        guard let folder = folder(name, extension: ".imageset", in: catalog), let contents: ImageSet = contents(of: folder) else {
            return nil
        }
        var asset = ImageAsset(light: [], dark: [], isTemplate: contents.properties?.intent == "template")
        for image in contents.images {
            guard let filename = image.filename, !filename.contains("/") else { continue }
            let scale = image.scale.flatMap { Int($0.dropLast()) } ?? 1
            let file = ImageAsset.File(url: folder.appendingPathComponent(filename), scale: scale)
            if image.appearances.areDark { asset.dark.append(file) } else { asset.light.append(file) }
        }
        asset.light.sort { $0.scale < $1.scale }
        asset.dark.sort { $0.scale < $1.scale }
        return asset.best == nil ? nil : asset
    }

    /// Returns the decoded `Contents.json` of an asset. Returns nil and logs a warning if it cannot
    /// be read.
    private static func contents<Contents: Decodable>(of folder: URL) -> Contents? {
        let url = folder.appendingPathComponent("Contents.json")
        do {
            return try JSONDecoder().decode(Contents.self, fromUntrusted: Data(contentsOf: url))
        } catch {
            WarningLog.warn("\(url.path) cannot be read (\(error)). Its asset is not used.")
            return nil
        }
    }

    // MARK: Colors

    /// Returns the color of a color set in a catalog. A set with one color has it in both
    /// appearances.
    private static func colorSet(_ name: String, in catalog: URL) -> Color? {
        guard let folder = folder(name, extension: ".colorset", in: catalog), let contents: ColorSet = contents(of: folder) else {
            return nil
        }
        let colors = contents.colors.compactMap { entry in entry.color?.components.map { (entry.appearances.areDark, $0) } }
        guard let light = colors.first(where: { !$0.0 })?.1 ?? colors.first?.1 else { return nil }
        return Color(light: light, dark: colors.first(where: \.0)?.1 ?? light)
    }
}

/// A condition of `Contents.json` under which a version of an asset is used, such as dark
/// appearance.
private struct Appearance: Decodable {
    let appearance: String
    let value: String
}

extension [Appearance]? {
    /// Whether the version is for dark appearance.
    fileprivate var areDark: Bool { self?.contains { $0.appearance == "luminosity" && $0.value == "dark" } == true }
}

/// `Contents.json` of an image set.
private struct ImageSet: Decodable {
    struct Image: Decodable {
        let filename: String?
        let scale: String?
        let appearances: [Appearance]?
    }

    struct Properties: Decodable {
        let intent: String?

        enum CodingKeys: String, CodingKey {
            case intent = "template-rendering-intent"
        }
    }

    let images: [Image]
    let properties: Properties?
}

/// `Contents.json` of a color set.
private struct ColorSet: Decodable {
    struct Entry: Decodable {
        let color: Value?
        let appearances: [Appearance]?
    }

    struct Value: Decodable {
        let values: [String: String]?

        enum CodingKeys: String, CodingKey {
            case values = "components"
        }

        /// The components, which a catalog writes as fractions ("0.5") or as bytes ("0x7F", "127");
        /// nil if one is missing.
        var components: ColorComponents? {
            guard let values else { return nil }
            let white = values["white"].flatMap(Self.component)
            guard let red = values["red"].flatMap(Self.component) ?? white,
                let green = values["green"].flatMap(Self.component) ?? white,
                let blue = values["blue"].flatMap(Self.component) ?? white
            else { return nil }
            return ColorComponents(red: red, green: green, blue: blue, alpha: values["alpha"].flatMap(Double.init) ?? 1)
        }

        private static func component(_ text: String) -> Double? {
            if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
            return text.contains(".") ? Double(text) : Double(text).map { $0 / 255 }
        }
    }

    let colors: [Entry]
}
