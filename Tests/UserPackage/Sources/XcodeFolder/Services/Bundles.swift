import Foundation

extension Bundle {
    /// The version, as apps read it.
    var version: String? { infoDictionary?["CFBundleShortVersionString"] as? String }

    func decode(_ file: String) throws -> [String] {
        guard let url = url(forResource: file, withExtension: nil) else { throw CocoaError(.fileNoSuchFile) }
        return try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
    }
}

public final class Awards {
    let names: [String]

    init(bundle: Bundle = .main) throws { names = try bundle.decode("Awards.json") }

    static var name: String { Bundle.main.infoDictionary!["CFBundleName"] as! String }
    static var mainPath: String { Bundle.main.bundlePath }
    static var identifier: String { Bundle.main.bundleIdentifier! }
    static var version: String? { Bundle.main.version }
    static var greeting: String? { Bundle.main.object(forInfoDictionaryKey: "Greeting") as? String }
    static var model: URL? { Bundle(for: Awards.self).url(forResource: "Journal", withExtension: "momd") }
}

/// The versions of the playlists' model, as apps with migrations in steps find them.
enum Versions {
    static var folder: String { "Playlist.momd" }

    static var all: [URL] { Bundle.main.urls(forResourcesWithExtension: "mom", subdirectory: folder) ?? [] }
    static var names: [String] {
        let urls = Bundle.main.urls(forResourcesWithExtension: "mom", subdirectory: folder)
        return urls?.map { $0.deletingPathExtension().lastPathComponent } ?? []
    }
    static var paths: [String] { Bundle.main.paths(forResourcesOfType: "mom", inDirectory: folder) }
    static var models: [String] {
        let urls = Bundle.main.urls(forResourcesWithExtension: "momd", subdirectory: nil) ?? []
        return urls.map { $0.lastPathComponent }.sorted()
    }

    static func url(_ name: String) -> URL? {
        let bundle = Bundle.main
        let optimized = bundle.url(forResource: name, withExtension: "omo", subdirectory: folder)
        return optimized ?? bundle.url(forResource: name, withExtension: "mom", subdirectory: folder)
    }

    static func path(_ name: String) -> String? {
        Bundle(for: Awards.self).path(forResource: name, ofType: "mom", inDirectory: folder)
    }
}

/// A value that other modules can make, with the bundle of the app as the default.
public struct Medals {
    public let first: String?

    public init(
        in bundle: Bundle = .main, like other: Bundle = Bundle(for: Awards.self),
        greeting: String? = Bundle.main.object(forInfoDictionaryKey: "Greeting") as? String
    ) throws {
        first = bundle.bundlePath == other.bundlePath ? try bundle.decode("Awards.json").first : greeting
    }
}
