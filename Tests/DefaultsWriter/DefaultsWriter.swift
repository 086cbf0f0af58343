import Foundation
import StrataUserDefaults  // Only linked: its methods replace those of Foundation.

/// Writes user defaults, for tests that kill it or run several of it at once.
///
/// Its folder of defaults is that of the environment variable `XDG_CONFIG_HOME`.
@main
struct DefaultsWriter {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let rest = Array(arguments.dropFirst())
        switch (arguments.first, rest.count) {
        case ("standard", 2): UserDefaults.standard.set(rest[1], forKey: rest[0])
        case ("suite", 3): suite(rest[0]).set(rest[2], forKey: rest[1])
        case ("die", 3):
            suite(rest[0]).set(rest[2], forKey: rest[1])
            kill(getpid(), SIGKILL)
        case ("count", 1): count(suite(rest[0]))
        case ("many", 3): many(suite(rest[0]), name: rest[1], count: Int(rest[2]) ?? 0)
        case ("argument", _): say("\(UserDefaults.standard.object(forKey: "color") ?? "nil")")
        default: fail("DefaultsWriter does not know '\(arguments.joined(separator: " "))'.")
        }
    }

    private static func suite(_ name: String) -> UserDefaults {
        guard let defaults = UserDefaults(suiteName: name) else { fail("There is no suite \(name).") }
        return defaults
    }

    /// Sets a pair of keys to 1, 2, 3 and so on, until it is killed.
    private static func count(_ defaults: UserDefaults) {
        for number in 1... {
            defaults.set(number, forKey: "first")
            defaults.set(number, forKey: "second")
            say("\(number)")
        }
    }

    /// Sets keys that no other process sets.
    private static func many(_ defaults: UserDefaults, name: String, count: Int) {
        for number in 0..<count { defaults.set(number, forKey: "\(name).\(number)") }
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(1)
    }
}
