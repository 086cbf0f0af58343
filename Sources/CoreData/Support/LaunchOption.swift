internal import Foundation

/// The debug options that a program is launched with: arguments such as
/// `-com.apple.CoreData.SQLDebug 1`, or environment variables of that name.
enum LaunchOption {
    /// Returns the numeric value of an option; 0 if it is not set.
    static func number(_ name: String) -> Int {
        let arguments = CommandLine.arguments
        if let index = arguments.firstIndex(of: "-" + name), index + 1 < arguments.count, let number = Int(arguments[index + 1]) {
            return number
        }
        return ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? 0
    }
}
