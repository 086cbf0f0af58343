internal import Foundation
internal import Traps

/// `-com.apple.CoreData.ConcurrencyDebug 1`, as a launch argument or in the environment: whoever uses a context or an object
/// on a wrong queue is stopped there.
enum ConcurrencyDebug {
    private static let option = "com.apple.CoreData.ConcurrencyDebug"

    static let isOn = isOn(arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

    /// Any value but 0 turns it on, and the launch arguments come first.
    static func isOn(arguments: [String], environment: [String: String]) -> Bool {
        let argument = arguments.firstIndex(of: "-" + option).map { $0 + 1 }
        let value = argument.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil } ?? environment[option]
        return value.flatMap(Int.init).map { $0 != 0 } ?? false
    }
}

extension NSManagedObjectContext {
    /// Stops the program where it is not on this context's queue, if that is to be checked.
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
