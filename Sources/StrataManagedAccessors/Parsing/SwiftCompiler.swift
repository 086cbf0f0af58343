import Foundation

/// The Swift compiler of the toolchain that builds the app.
package struct SwiftCompiler: Hashable, Sendable {
    /// The path of `swiftc`.
    package var path: String

    package init(path: String) {
        self.path = path
    }

    /// The result of one run of the compiler.
    struct Outcome {
        var hasSucceeded: Bool
        /// Whether a signal ended the compiler.
        var hasCrashed: Bool
        /// The errors, each at its line.
        var problems: [Problem]
        /// The compiler's standard error.
        var messages: String
    }

    /// Runs the compiler and waits until it ends.
    ///
    /// - Parameter output: A file for its standard output; nil to discard it.
    /// - Throws: `Problems` if it cannot be started.
    func run(_ arguments: [String], output: URL? = nil) throws(Problems) -> Outcome {
        do {
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            let errors = Pipe()
            process.standardError = errors
            if let output {
                try Data().write(to: output)
                process.standardOutput = try FileHandle(forWritingTo: output)
            } else {
                process.standardOutput = FileHandle.nullDevice
            }
            try process.run()
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return Outcome(
                hasSucceeded: process.terminationReason == .exit && process.terminationStatus == 0,
                hasCrashed: process.terminationReason == .uncaughtSignal,
                problems: text.split(separator: "\n").compactMap { Problem(compilerLine: String($0)) }, messages: text)
        } catch {
            throw Problems([Problem(at: nil, "The Swift compiler \(path) cannot be run: \(error.localizedDescription)")])
        }
    }
}

extension Problem {
    /// Parses `file:line:column: error: message`; nil for other lines.
    fileprivate init?(compilerLine line: String) {
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let number = Int(parts[1]), let column = Int(parts[2]),
            parts[3].trimmingCharacters(in: .whitespaces) == "error"
        else { return nil }
        self.init(
            at: SourcePlace(file: String(parts[0]), line: number, column: column),
            parts[4].trimmingCharacters(in: .whitespaces))
    }
}
