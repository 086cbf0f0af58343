internal import Synchronization

/// Whether reads of a coordinator's stores fail at present, where no error can be thrown: when a
/// fault fires, or a live result is updated.
///
/// Writes one line to the log when the first of them fails, and one when one that has failed
/// succeeds. Reads in between are silent, since each object of a screen may fail at each access.
final class ReadOutage: Sendable {
    private let isOn = Atomic<Bool>(false)

    /// Records a failed read, with a sentence for the log.
    func begin(_ sentence: @autoclosure () -> String) {
        guard !isOn.exchange(true, ordering: .relaxed) else { return }
        CoreDataLog.error(sentence())
    }

    /// Records that a read has succeeded that failed before. Returns whether that ends an outage.
    func end() -> Bool {
        guard isOn.load(ordering: .relaxed), isOn.exchange(false, ordering: .relaxed) else { return false }
        CoreDataLog.warning("The stores can be read again.")
        return true
    }
}
