internal import Foundation
internal import StrataTraps

/// The option `-com.apple.CoreData.ConcurrencyDebug 1`, as a launch argument or an environment
/// variable. If it is on, the use of a context or an object on a wrong queue traps.
enum ConcurrencyDebug {
    private static let option = "com.apple.CoreData.ConcurrencyDebug"

    static let isOn = isOn(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

    /// Returns whether the option is set to an integer other than 0. A launch argument takes
    /// precedence over the environment.
    static func isOn(arguments: [String], environment: [String: String]) -> Bool {
        let argument = arguments.firstIndex(of: "-" + option).map { $0 + 1 }
        let value = argument.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil } ?? environment[option]
        return value.flatMap(Int.init).map { $0 != 0 } ?? false
    }
}

extension NSManagedObjectContext {
    /// Traps if the caller is not on this context's queue and the option is on.
    func checkQueue(_ touched: @autoclosure () -> String) {
        guard ConcurrencyDebug.isOn, !queue.isCurrent else { return }
        trap(
            """
            \(touched()) was used outside of \(queue.name) of \(name.map { "the context '\($0)'" } ?? description). Use it in \
            the context's perform or performAndWait, and pass objects on by their objectID.
            """
        )
    }
}
