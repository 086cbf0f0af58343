internal import Foundation
internal import StrataModelFormat
internal import Synchronization

/// The mapping models that were compiled into the program, in the order of their registration.
enum RegisteredMappings {
    /// A mapping model in the program. It is parsed at each search, which happens once for a migration.
    struct Entry: Sendable {
        let name: StaticString
        let module: StaticString
        let archive: StaticString
    }

    private static let registered = Mutex<[Entry]>([])

    static func add(_ entry: Entry) {
        registered.withLock { $0.append(entry) }
    }

    static var all: [Entry] { registered.withLock { $0 } }
}

extension NSMappingModel {
    /// Registers a mapping model for `init(from:forSourceModel:destinationModel:)`. The code that the
    /// build plug-in generates calls it when the program is loaded.
    ///
    /// - Parameters:
    ///   - name: The mapping model's file name without its extension.
    ///   - module: The module that the mapping model was compiled into, to which its policies belong.
    ///   - archive: The text of the `.cdm` that the plug-in creates.
    public static func register(name: StaticString, module: StaticString, archive: StaticString) {
        RegisteredMappings.add(RegisteredMappings.Entry(name: name, module: module, archive: archive))
    }
}
