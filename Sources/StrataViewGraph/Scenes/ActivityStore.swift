package import StrataUserActivity

/// A place where the activities that people can search for survive the process.
///
/// The methods run on any thread. A save begins when the one before has ended. An owner is the
/// digest of a person; nil if the app does not know the person.
package protocol ActivityStore: Sendable {
    /// Returns the activities of a person. A store that does not exist yet has none.
    func loadActivities(of owner: String?) async throws -> [SavedUserActivity]

    /// Writes activities of a person, each in place of the former one with its ID, and removes others
    /// by their IDs, in one transaction.
    func saveActivities(_ activities: [SavedUserActivity], of owner: String?, removing ids: [String]) async throws
}
