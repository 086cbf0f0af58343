import Foundation

/// User defaults that only one check uses.
struct StorageSuite {
    let name: String
    let defaults: UserDefaults

    init() throws {
        name = "strata.checks.\(UUID().uuidString)"
        guard let defaults = UserDefaults(suiteName: name) else { throw CocoaError(.fileReadUnknown) }
        self.defaults = defaults
    }

    /// Deletes the values.
    func remove() { defaults.removePersistentDomain(forName: name) }
}
