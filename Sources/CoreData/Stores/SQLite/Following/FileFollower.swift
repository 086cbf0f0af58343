internal import Dispatch
internal import Foundation

/// Reports repeatedly that others may have written to a store whenever one of its files is written.
///
/// A commit becomes visible after its last write to the write-ahead log: later still if the disk
/// must confirm it first, and much later if the system stops the writing process in between. So
/// each write causes sixteen reports, with delays of 10, 20, 40 ms and so on up to 5.5 minutes. A
/// new write starts the sequence again. Further writes before the first report are covered by it.
// Safe to share: the references are set in init only; everything else is confined to the queue.
final class FileFollower: StoreSubscription, @unchecked Sendable {
    private let queue = DispatchQueue(label: "SQLiteEngine.follower")
    private let report: @Sendable () -> Bool
    private var watch: FileWatch?
    // Confined to the queue.
    private var attempt = 0
    private var isAwaitingFirstReport = false
    private var plan = 0

    private static let attempts = 16
    /// The attempt that is repeated while a write of this process prevents the look, every 1.28 s.
    private static let repeatedAttempt = 7

    /// Creates a follower of a store's file and its write-ahead log.
    ///
    /// - Parameter report: Returns false if a write of this process prevents its look.
    init(_ url: URL, _ report: @escaping @Sendable () -> Bool) {
        self.report = report
        let file = url.resolvingSymlinksInPath()
        let name = file.lastPathComponent
        do {
            watch = try FileWatch(folder: file.deletingLastPathComponent(), names: [name, name + "-wal"]) { [weak self] in
                guard let self else { return }
                queue.async { self.didWrite() }
            }
        } catch {
            CoreDataLog.warning(
                "Changes by other processes to \(url.path) will not be noticed: \(error.localizedDescription)")
        }
    }

    private func didWrite() {
        guard !isAwaitingFirstReport else { return }
        isAwaitingFirstReport = true
        attempt = 0
        reportLater()
    }

    private func reportLater() {
        plan += 1
        let plan = plan
        queue.asyncAfter(deadline: .now() + .milliseconds(10 << attempt)) { [weak self] in
            guard let self, plan == self.plan else { return }
            reportNow()
        }
    }

    private func reportNow() {
        isAwaitingFirstReport = false
        let didLook = report()
        // If a write of this process prevented the look, repeat it until it succeeds.
        attempt = didLook ? attempt + 1 : min(attempt + 1, Self.repeatedAttempt)
        if attempt < Self.attempts { reportLater() }
    }
}

extension SQLiteEngine {
    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)? {
        guard !isInMemory, let url else { return nil }
        return FileFollower(url, report)
    }
}
