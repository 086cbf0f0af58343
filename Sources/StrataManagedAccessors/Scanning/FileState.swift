import Foundation

/// The size and the modification time of a file, by which a cache knows that it is unchanged, as the
/// build system does.
struct FileState: Hashable, Codable {
    var size: Int
    var changed: Double

    /// Reads the state of a file; nil if it cannot be examined.
    init?(path: String) {
        // Ignored: a file that cannot be examined is not cached, and reading it reports the error.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let size = attributes?[.size] as? Int, let changed = attributes?[.modificationDate] as? Date else { return nil }
        self.size = size
        self.changed = changed.timeIntervalSinceReferenceDate
    }

    /// The path and the state of the running program. What another version of it has cached is not
    /// used, because it may have read or written something else.
    static let program: String = {
        let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        return FileState(path: path).map { "\(path) \($0.size) \($0.changed)" } ?? path
    }()
}
