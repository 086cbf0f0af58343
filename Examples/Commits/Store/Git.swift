import Foundation

/// A Git repository, which is read by the `git` command.
struct Git: Sendable {
    let folder: URL

    /// A commit as `git log` prints it.
    struct Entry: Sendable, Equatable {
        let name: String
        let author: String
        let date: Date
        let message: String

        var subject: String { message.prefix { $0 != "\n" }.description }
    }

    /// A file that a commit has changed. The numbers of lines are 0 for a binary file.
    struct Change: Sendable, Equatable {
        let path: String
        let added: Int
        let removed: Int
    }

    /// Returns the name of the last commit, or nil if there is none.
    func head() throws -> String? {
        // Ignored: without a commit the command fails as it does outside of a repository.
        let output = try? run("rev-parse", "--verify", "--quiet", "HEAD")
        if output == nil { _ = try run("rev-parse", "--git-dir") }
        return output?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns all commits before and with a commit, the last one first.
    func log(of name: String) throws -> [Entry] {
        try run("log", "-z", "--format=%H%x1f%an%x1f%at%x1f%B", checked(name)).split(separator: "\0").compactMap { line in
            let fields = line.split(separator: "\u{1f}", maxSplits: 3, omittingEmptySubsequences: false)
            guard fields.count == 4, let seconds = Double(fields[2]) else { return nil }
            return Entry(
                name: String(fields[0]), author: String(fields[1]), date: Date(timeIntervalSince1970: seconds),
                message: fields[3].trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Returns the files that a commit has changed, compared with its first parent.
    func changes(of name: String) throws -> [Change] {
        let output = try run("show", "-z", "--numstat", "--no-renames", "--first-parent", "--format=", checked(name))
        return output.split(separator: "\0").compactMap { line in
            let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            return Change(path: String(fields[2]), added: Int(fields[0]) ?? 0, removed: Int(fields[1]) ?? 0)
        }
    }

    /// Returns the name of a commit. The URI of an object can have any text there, such as an option
    /// of the command.
    private func checked(_ name: String) throws -> String {
        guard !name.isEmpty, name.allSatisfy(\.isHexDigit) else {
            throw Failure(message: "“\(name)” is not the name of a commit.")
        }
        return name
    }

    private func run(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder.path] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: message, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The error of a command, with what `git` has printed.
    struct Failure: LocalizedError, Equatable {
        let message: String

        var errorDescription: String? { message }
    }
}
