import ArgumentParser
import Foundation
import StrataModelFormat
import StrataTraps

extension ModelBundle {
    /// Reads the bundle at a path that the user typed.
    init(path: String) throws(ModelFileError) {
        try self.init(contentsOf: URL(fileURLWithPath: path))
    }

    /// Returns the version that the user named, or the current one.
    func requiredVersion(_ name: String?) throws(ModelFileError) -> ModelVersion {
        guard let name else { return currentVersion }
        if let version = version(named: name) { return version }
        let names = versions.map(\.name).joined(separator: ", ")
        let place = SourceLocation(file: url.relativePath, line: 0)
        throw ModelFileError(at: place, "The bundle has no version “\(name)”. It has \(names).")
    }
}

/// Calls `work`. Prints a `ModelFileError` to standard error as compilers do, and exits with code
/// 1.
func reportingFileErrors(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as ModelFileError {
        StandardStream.error.write("\(error)\n")
        throw ExitCode.failure
    }
}
