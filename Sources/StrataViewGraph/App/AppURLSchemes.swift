package import Foundation
internal import StrataUserActivity

/// The schemes of URLs that the app opens itself.
@MainActor
enum AppURLSchemes {
    /// The schemes in the entry `CFBundleURLTypes` of the app's `Info.plist`, in small letters. Tests
    /// add to them.
    static var declared = schemes(of: AppInformation.entry("CFBundleURLTypes"))

    /// Returns the schemes that an entry `CFBundleURLTypes` declares.
    static func schemes(of entry: Any?) -> Set<String> {
        let types = entry as? [[String: Any]] ?? []
        return Set(types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }.map { $0.lowercased() })
    }

    /// Returns whether the app opens a URL itself.
    static func contain(_ url: URL) -> Bool { url.scheme.map { declared.contains($0.lowercased()) } ?? false }
}

extension URL {
    /// Whether a host opens the URL: an address of the web, or of a program of the user such as
    /// `mailto`, and none that could run code in the page or is a file.
    package var isOpenedByHost: Bool {
        guard let scheme = scheme?.lowercased() else { return false }
        return !["javascript", "data", "vbscript", "blob", "file", "filesystem", "about"].contains(scheme)
    }
}
