internal import Foundation

/// Where the XDG base directory specification has the files of a user's programs; each program has a folder of its own there.
enum UserFolder {
    static var data: URL { url("XDG_DATA_HOME", ".local/share") }

    static var caches: URL { url("XDG_CACHE_HOME", ".cache") }

    private static func url(_ variable: String, _ inHome: String) -> URL {
        // What is not absolute does not count.
        let given = ProcessInfo.processInfo.environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        return (given ?? URL(filePath: NSHomeDirectory()).appending(path: inHome)).appending(
            path: ProcessInfo.processInfo.processName)
    }
}
