import Foundation
import Testing

@testable import StrataUserDefaults

/// A folder of user defaults, which is removed at the end of the test.
final class DefaultsFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/strata-defaults-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The domain of a suite, as a process has it that opens the file now.
    func domain(_ suite: String) -> DefaultsDomain { DefaultsDomain(file: DefaultsFile(folder: path, name: "\(suite).plist")) }

    /// User defaults that are kept in the file of a suite.
    func defaults(_ suite: String) -> UserDefaults { StoredDefaults(storage: domain(suite)) }

    /// The values in the file of a suite, as it is on disk.
    func stored(_ suite: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: "\(path)/\(suite).plist"))
        return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    }

    /// The names of the files.
    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// Starts a process that writes into the folder.
    func start(_ arguments: String..., output: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "DefaultsWriter")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": path]) { $1 }
        if let output { process.standardOutput = output }
        try process.run()
        return process
    }

    /// Runs a process that writes into the folder, to its end.
    @discardableResult
    func run(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "DefaultsWriter")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": path]) { $1 }
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        process.waitUntilExit()
        return (text ?? "").trimmingCharacters(in: .newlines)
    }
}

/// Waits until a condition holds. Gives up after ten minutes, because the main queue may have other
/// tests to run first.
func eventually(_ comment: Comment, _ isFulfilled: () -> Bool, _ location: SourceLocation = #_sourceLocation) async {
    let end = ContinuousClock.now + .seconds(600)
    while !isFulfilled() {
        guard ContinuousClock.now < end else {
            Issue.record(comment, sourceLocation: location)
            return
        }
        // Lets other threads run.
        try? await Task.sleep(for: .milliseconds(1))
    }
}
