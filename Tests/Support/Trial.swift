public import Foundation
import Synchronization

/// The input that a test of damaged or random bytes tries at this moment.
///
/// Such tests run in a process of their own, one after the other (see CONTRIBUTING.md). If the
/// input ends the process, Tests/Suite reads from a file which one it was.
public enum Trial {
    /// The file that STRATA_TRIAL names, or nil if nothing reads it.
    private static let file: Mutex<FileHandle>? = {
        guard let path = ProcessInfo.processInfo.environment["STRATA_TRIAL"] else { return nil }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        return descriptor < 0 ? nil : Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }()

    /// Records an input, before it is tried.
    ///
    /// - Parameters:
    ///   - test: The name of the test.
    ///   - seed: The seed that repeats the run.
    ///   - number: The number of the input in that run.
    ///   - input: The bytes, which are kept.
    public static func begin(_ test: String, seed: UInt64, number: Int, input: some DataProtocol = Data()) {
        file?.withLock { file in
            let descriptor = file.fileDescriptor
            let text = Data("\(test), STRATA_SEED=\(seed), input \(number)\n".utf8) + input
            // Not by FileHandle, which traps if the disk is full.
            let isWritten = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) == $0.count }
            if isWritten { ftruncate(descriptor, off_t(text.count)) }
        }
    }
}
