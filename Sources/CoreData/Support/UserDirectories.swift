internal import Foundation
internal import Glibc

/// The program's directories for user data and caches, at the locations that the XDG base directory
/// specification defines.
enum UserDirectories {
    static var data: URL { url("XDG_DATA_HOME", ".local/share") }

    static var caches: URL { url("XDG_CACHE_HOME", ".cache") }

    private static func url(_ variable: String, _ inHome: String) -> URL {
        // The specification requires that paths that are not absolute are ignored.
        // Not by ProcessInfo, which makes a dictionary of all variables.
        let given = getenv(variable).flatMap { $0.pointee == UInt8(ascii: "/") ? URL(filePath: String(cString: $0)) : nil }
        return (given ?? URL(filePath: NSHomeDirectory()).appending(path: inHome)).appending(
            path: ProcessInfo.processInfo.processName)
    }
}
