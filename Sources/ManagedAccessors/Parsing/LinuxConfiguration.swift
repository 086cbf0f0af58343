import Foundation

/// What `#if` conditions are true for an app that is compiled for Linux with Strata, beyond what the compiler knows by itself.
package struct LinuxConfiguration: Hashable, Sendable {
    /// The names defined with `-D`.
    package var conditions: Set<String>
    /// The modules that `canImport` finds besides the toolchain's own.
    package var modules: Set<String>

    package init(conditions: Set<String>, modules: Set<String>) {
        self.conditions = conditions
        self.modules = modules.union(["CoreData", "SwiftUI", "SwiftData"])
    }

    /// The compiler's arguments. The modules are none that could be imported; that they are named is enough for `canImport`.
    ///
    /// - Parameter folder: Where to write the list of modules.
    func arguments(writingTo folder: URL) throws -> [String] {
        let map = folder.appending(path: "module.modulemap")
        try Data(modules.sorted().map { "module \($0) {}\n" }.joined().utf8).write(to: map)
        return ["-I", folder.path] + conditions.sorted().flatMap { ["-D", $0] }
    }
}
