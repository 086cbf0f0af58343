import Foundation

@testable import Commits

/// A Git repository of a test, which is removed at its end.
final class TemporaryRepository {
    let folder = FileManager.default.temporaryDirectory.appending(path: "CommitsTests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try git("init", "--quiet")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file and commits it, at noon of a day in UTC.
    func commit(_ message: String, by author: String = "Ada", on day: String, _ files: [String: String]) throws {
        for (name, text) in files {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        try git("add", "--all")
        let date = "\(day)T12:00:00Z"
        try git("commit", "--quiet", "--message", message, "--author", "\(author) <ada@example.org>", "--date", date)
    }

    private func git(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let settings = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false"]
        process.arguments = ["git", "-C", folder.path] + settings + arguments
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Git.Failure(message: "git \(arguments) has failed.") }
    }
}
