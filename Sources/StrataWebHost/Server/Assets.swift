import Foundation
import StrataViewGraph

/// The script and style sheet of every page, served under a path with their version.
///
/// The version is a hash of all files. A browser can cache them forever, because a page of
/// another version names other paths. The script's modules import each other by relative paths, so
/// they always have the same version.
enum Assets {
    /// A served file: its content and media type.
    struct File {
        let bytes: [UInt8]
        let type: String
    }

    /// The files by their names in a URL.
    static let files: [String: File] = {
        let scripts = Resources.files(in: "script").map { file in
            (file.name, File(bytes: Array(file.text.utf8), type: "text/javascript; charset=utf-8"))
        }
        let style = ("strata.css", File(bytes: Array(styleSheet.utf8), type: "text/css; charset=utf-8"))
        return Dictionary(uniqueKeysWithValues: scripts + [style])
    }()

    /// The style sheets, joined in the order in which they apply. They are in a cascade layer, so
    /// that the rules of a page (``PageStyles``) take precedence over them.
    private static var styleSheet: String {
        let sheets = Resources.files(in: "style").map(\.text)
        return "@layer strata{" + Color.Semantic.styleSheet + sheets.joined() + "}"
    }

    /// The hash of all files, in hexadecimal digits.
    static let version: String = {
        var hash = StableHash()
        for (_, file) in files.sorted(by: { $0.key < $1.key }) { hash.combine(file.bytes) }
        return String(hash.value, radix: 16)
    }()

    /// Returns the path of a file, relative to the page.
    static func path(of name: String) -> String { "strata/\(version)/\(name)" }
}
