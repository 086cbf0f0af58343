/// An action that runs after an update.
struct PendingAction {
    /// The limit of the value whose change causes the action; nil for other actions, which wait until
    /// the host has drawn the update.
    var change: ChangeLimit?
    let perform: () -> Void
}

/// Limits how often the action of one modifier runs in one update. Two actions that keep changing
/// each other's value would otherwise run forever.
@MainActor
final class ChangeLimit {
    /// The number of times that an action may run in one update.
    static let mostRuns = 16

    /// The type of the value, for the warning.
    private let value: Any.Type
    private var round = 0
    private var runs = 0

    init(_ value: Any.Type) { self.value = value }

    /// Counts a run of the action. Returns false, and writes a warning, if it has run too often in a
    /// round.
    func mayRun(in round: Int) -> Bool {
        if self.round != round {
            self.round = round
            runs = 0
        }
        guard runs < Self.mostRuns else {
            WarningLog.warn(
                "onChange(of: \(value)) action tried to update multiple times per frame. Its value changes with each run "
                    + "of the action, or of that of another view. Change values only if they differ.")
            return false
        }
        runs += 1
        return true
    }
}
