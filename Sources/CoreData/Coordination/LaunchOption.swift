internal import Foundation

/// What a developer asks for when the program is started: `-com.apple.CoreData.SQLDebug 1` among its arguments, or an environment
/// variable of that name.
enum LaunchOption {
    /// The option's number; 0 where it was not given.
    static func number(_ name: String) -> Int {
        let arguments = CommandLine.arguments
        if let index = arguments.firstIndex(of: "-" + name), index + 1 < arguments.count, let number = Int(arguments[index + 1]) {
            return number
        }
        return ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? 0
    }
}
