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
