internal import Foundation
internal import Glibc

/// The directories for user data and caches, of the program and of all programs, at the locations
/// that the XDG base directory specification defines.
enum UserDirectories {
    /// The program's directory for data.
    static var data: URL { sharedData.appending(path: ProcessInfo.processInfo.processName) }

    /// The directory for data of all programs.
    static var sharedData: URL { url("XDG_DATA_HOME", ".local/share") }

    /// The program's directory for caches.
    static var caches: URL { url("XDG_CACHE_HOME", ".cache").appending(path: ProcessInfo.processInfo.processName) }

    private static func url(_ variable: String, _ inHome: String) -> URL {
        // The specification requires that paths that are not absolute are ignored.
        // Not by ProcessInfo, which makes a dictionary of all variables.
        let given = getenv(variable).flatMap { $0.pointee == UInt8(ascii: "/") ? URL(filePath: String(cString: $0)) : nil }
        return given ?? URL(filePath: NSHomeDirectory()).appending(path: inHome)
    }
}
