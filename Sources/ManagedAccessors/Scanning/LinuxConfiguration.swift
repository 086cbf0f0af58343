package import SwiftIfConfig
package import SwiftSyntax

/// What `#if` conditions are true for an app that is compiled for Linux with Strata.
package struct LinuxConfiguration: BuildConfiguration {
    /// The names defined with `-D`.
    package var conditions: Set<String>
    /// The modules that `canImport` finds.
    package var modules: Set<String>

    package init(conditions: Set<String>, modules: Set<String>) {
        self.conditions = conditions
        self.modules = modules.union(Self.systemModules)
    }

    /// What every Swift on Linux has, and Strata's own libraries.
    private static let systemModules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Glibc", "Dispatch", "Synchronization", "Observation", "RegexBuilder", "Distributed", "_Concurrency",
        "CoreData", "SwiftUI", "SwiftData",
    ]

    package func isCustomConditionSet(name: String) -> Bool { conditions.contains(name) }
    package func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
        guard let first = importPath.first else { return false }
        return modules.contains(first.1)
    }
    package func isActiveTargetOS(name: String) -> Bool { name == "Linux" }
    package func isActiveTargetArchitecture(name: String) -> Bool {
        #if arch(x86_64)
            return name == "x86_64"
        #else
            return name == "arm64"
        #endif
    }
    package func isActiveTargetEnvironment(name: String) -> Bool { false }
    package func isActiveTargetRuntime(name: String) -> Bool { name == "_Native" || name == "_multithreaded" }
    package func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
    package func isActiveTargetObjectFormat(name: String) -> Bool { name == "ELF" }
    // Which language features are on decides nothing about a model; newer ones are taken as there.
    package func hasFeature(name: String) -> Bool { true }
    package func hasAttribute(name: String) -> Bool { true }
    package var targetPointerBitWidth: Int { 64 }
    package var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
    package var endianness: Endianness { .little }
    package var languageVersion: VersionTuple { VersionTuple(6) }
    package var compilerVersion: VersionTuple { VersionTuple(6, 3) }
}
