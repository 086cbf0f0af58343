import Foundation

/// Real data beside the repository, absent on most machines; tests on it say so and are skipped.
enum SharedData {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "shared/data")

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static let absence = "../shared/data is not here"
}
