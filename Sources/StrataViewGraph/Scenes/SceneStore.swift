package import Foundation

/// A place where sessions survive the process.
///
/// The methods run on any thread. Those of sessions are not called at the same time.
package protocol SceneStore: ActivityStore {
    /// Returns the session with a name; nil if there is none.
    func load(_ name: String) async throws -> SceneRecord?

    /// Writes sessions, each in place of the former one with its name, and removes others, in one
    /// transaction.
    func save(_ records: [SceneRecord], removing names: [String]) async throws

    /// Removes the sessions that no tab has shown since a date.
    func removeSessions(lastSeenBefore date: Date) async throws
}
