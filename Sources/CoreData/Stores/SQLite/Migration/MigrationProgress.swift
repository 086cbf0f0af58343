internal import Foundation

/// The progress of one migration: a Foundation `Progress`, and a line in the log for each second.
///
/// The progress becomes a child of the thread's current one, if there is any:
///
///     let progress = Progress(totalUnitCount: 1)
///     progress.becomeCurrent(withPendingUnitCount: 1)
///     container.loadPersistentStores { … }
///     progress.resignCurrent()
///
/// Canceling it ends the migration with NSMigrationCancelledError, and leaves the store as it was.
final class MigrationProgress {
    private let url: URL
    private let progress: Progress
    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var reported: ContinuousClock.Instant

    /// Creates the progress of a migration that begins now.
    ///
    /// - Parameter now: Returns the time.
    init(_ url: URL, now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.url = url
        self.now = now
        // The initializer without a parent takes the thread's current progress.
        progress = Progress(totalUnitCount: 1)
        start = now()
        reported = start
    }

    /// Sets the number of keys that the migration copies.
    func begin(_ count: Double) { progress.totalUnitCount = max(1, Int64(exactly: count.rounded()) ?? .max) }

    /// Records that rows were copied.
    ///
    /// - Throws: NSMigrationCancelledError.
    func advance(_ count: Int64) throws {
        let (sum, isTooLarge) = progress.completedUnitCount.addingReportingOverflow(count)
        progress.completedUnitCount = isTooLarge ? progress.totalUnitCount : min(progress.totalUnitCount, sum)
        try check()
    }

    /// Logs the progress, at most once a second.
    ///
    /// - Throws: NSMigrationCancelledError.
    func check() throws {
        if progress.isCancelled {
            throw NSError(
                code: NSMigrationCancelledError, "The migration of \(url.path) was canceled, and the store is as it was.")
        }
        let now = self.now()
        guard now - reported >= .seconds(1) else { return }
        reported = now
        let share = Int(100 * progress.fractionCompleted)
        CoreDataLog.annotation("Migrating \(url.path): \(share) % after \((now - start).components.seconds) s")
    }

    /// Completes the progress.
    func finish() { progress.completedUnitCount = progress.totalUnitCount }
}
