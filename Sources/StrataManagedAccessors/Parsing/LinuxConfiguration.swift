import Foundation

/// The `#if` conditions that hold for an app compiled for Linux with Strata, in addition to those
/// that the compiler itself defines.
package struct LinuxConfiguration: Hashable, Sendable {
    /// The names defined with `-D`.
    package var conditions: Set<String>
    /// The modules that `canImport` finds besides the toolchain's own.
    package var modules: Set<String>

    package init(conditions: Set<String>, modules: Set<String>) {
        self.conditions = conditions
        self.modules = modules.union(["CoreData", "SwiftUI", "SwiftData"])
    }

    /// Whether an app for Linux can import a module.
    func canImport(_ module: String) -> Bool { Self.known.contains(module) || modules.contains(module) }

    /// The modules of Apple's names that an app for Linux can import.
    private static let known: Set<String> = [
        "Combine", "CoreTransferable", "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
        "FoundationInternationalization", "Glibc", "OSLog", "Observation", "RegexBuilder", "Swift", "Synchronization", "Testing",
        "UniformTypeIdentifiers", "XCTest", "os",
    ]

    /// Returns the compiler's arguments, after writing a module map with empty modules, which is
    /// enough for `canImport`.
    ///
    /// - Parameter folder: The folder for the module map.
    func arguments(writingTo folder: URL) throws -> [String] {
        let map = folder.appending(path: "module.modulemap")
        try Data(modules.sorted().map { "module \($0) {}\n" }.joined().utf8).write(to: map)
        return ["-I", folder.path] + conditions.sorted().flatMap { ["-D", $0] }
    }
}
