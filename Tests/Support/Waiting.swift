/// Waits until a condition holds, which the caller checks afterwards. The limit only ends a hang:
/// hundreds of tests share as many threads as there are cores, and all others may run first.
///
/// - Parameter isFulfilled: The condition. It is called on the caller's actor.
public func waitUntil(
    isolation: isolated (any Actor)? = #isolation, _ isFulfilled: () throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(30 * 60)
    while try !isFulfilled(), .now < end { try await Task.sleep(for: .milliseconds(1)) }
}
