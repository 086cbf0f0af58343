import CoreData
import Testing

/// The folders in which an app keeps files.
struct DirectoryTests {
    /// The folder of an XDG variable, or the default of the specification inside the home folder.
    private func folder(_ variable: String, _ path: String) -> URL {
        let environment = ProcessInfo.processInfo.environment
        if let value = environment[variable], value.hasPrefix("/") { return URL(filePath: value) }
        return URL(filePath: environment["HOME"] ?? NSHomeDirectory()).appending(path: path)
    }

    private func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    @Test func `the data and the caches of apps are where XDG has them, and the folders exist when they are used`() {
        let (support, caches) = (URL.applicationSupportDirectory, URL.cachesDirectory)
        #expect(support.standardizedFileURL.path == folder("XDG_DATA_HOME", ".local/share").standardizedFileURL.path)
        #expect(caches.standardizedFileURL.path == folder("XDG_CACHE_HOME", ".cache").standardizedFileURL.path)
        #expect(isFolder(support))
        #expect(isFolder(caches))
    }
}
