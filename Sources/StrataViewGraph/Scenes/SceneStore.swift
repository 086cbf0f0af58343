package import Foundation

/// A place where sessions survive the process.
///
/// The methods run on any thread. Two `async` methods of sessions are not called at the same time.
package protocol SceneStore: ActivityStore {
    /// Returns the session with a name; nil if there is none.
    func load(_ name: String) async throws -> SceneRecord?

    /// Writes sessions, each in place of the former one with its name, and removes others, in one
    /// transaction.
    func save(_ records: [SceneRecord], removing names: [String]) async throws

    /// Removes the sessions that no tab has shown since a date.
    func removeSessions(lastSeenBefore date: Date) async throws

    /// Records that the views of a session are about to be evaluated. The record survives a trap. It is
    /// made and removed while the main actor waits, so neither may take long.
    func beginRestoration(of name: String) throws

    /// Removes the record: the views were evaluated.
    func endRestoration(of name: String) throws

    /// Returns whether a process has ended while it evaluated the views of a session.
    func isRestorationInterrupted(of name: String) -> Bool
}
