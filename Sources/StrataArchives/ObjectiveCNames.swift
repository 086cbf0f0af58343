internal import Synchronization

/// The names in `@objc(Name)` of an app's classes, which Apple's archives have in place of
/// `Module.Class`.
package enum ObjectiveCNames {
    private struct Table {
        /// The names with their modules, by the names in Objective-C.
        var classes: [String: String] = [:]
        /// The names in Objective-C, by those with their modules.
        var names: [String: String] = [:]
    }

    private static let table = Mutex(Table())

    /// Adds classes. Of two with the same name in Objective-C the first one counts.
    ///
    /// - Parameter classes: The names of the classes with their modules, by those in Objective-C.
    package static func add(_ classes: [String: String]) {
        table.withLock { table in
            for (name, type) in classes where table.classes[name] == nil {
                table.classes[name] = type
                table.names[type] = name
            }
        }
    }

    /// Returns the name with its module of a class with a name in Objective-C; nil for other names.
    static func className(of name: String) -> String? {
        // A name in Objective-C has no module.
        name.contains(".") ? nil : table.withLock { $0.classes[name] }
    }

    /// Returns the name in Objective-C of a class; nil if it has none of its own.
    static func name(of className: String) -> String? { table.withLock { $0.names[className] } }
}
