internal import Foundation

// # Reads that fail where no error can be thrown
//
// A fault, a relationship, a fetched property, a merge and the update of a live result read the
// store, and cannot throw. What they could not read stays unread and is read again by the next
// access: see `NSManagedObject+Unreadable.swift` for objects, `RelatedObjects` for members, and
// `LiveResults+Failing.swift` for results. The context keeps what they have in common:
//
// - the number of failed reads. Code that draws conclusions from values, such as validation or a
//   predicate in memory, compares it before and after (`throwingFailedReads`), and throws instead of
//   concluding something from values that only look empty;
// - the objects that a merge or a refresh could not update, which are read again;
// - what was read at last. Its observers are notified when the context next processes its changes,
//   together with those of all that is still unread, which is then read again, in all contexts of
//   the coordinator.
//
// The invariant: a save writes nothing that was derived from a failed read. It throws before that.

/// The record of the reads of a context that failed where no error can be thrown.
struct FailedReads {
    /// The number of failed reads.
    var count = 0
    /// The error of the last one.
    var lastError: (any Error)?
    /// Whether objects may be unreadable, or deletions or merges incomplete.
    var isActive = false
    /// Whether observers have to be notified that reads succeed again.
    var hasNews = false
    /// The objects that were read at last.
    var recovered: [NSManagedObject] = []
    /// The objects whose rows could not be read when they were merged or refreshed, and their entities.
    var outdated: [RowKey: NSEntityDescription] = [:]
    /// Whether `applyUnreadChanges()` is running.
    var isApplying = false
}

extension NSManagedObjectContext {
    /// Whether the last attempt to read an object's row failed, because its store could not be read.
    ///
    /// Such an object stays a fault. Its properties read as nil, zero or empty, except for those
    /// that were set since, and each access tries to read the row again. A save with changes of such
    /// an object throws `NSPersistentStoreSaveError`, with the object under
    /// `NSAffectedObjectsErrorKey`, until the row can be read.
    ///
    /// Strata's own: Apple's Core Data raises an exception when such a fault fires.
    public func isUnreadable(_ object: NSManagedObject) -> Bool { object.state.contains(.unreadable) }

    /// Records a failed read that could not be thrown.
    func recordFailedRead(_ error: any Error) {
        failedReads.count += 1
        failedReads.lastError = error
        failedReads.isActive = true
        persistentStoreCoordinator?.outage.begin(
            """
            \(error.localizedDescription) Until it can be read, objects that were not read are empty, and live results keep \
            their last rows.
            """)
    }

    /// Returns the result of a closure. Throws the error of a read that failed in it without being
    /// thrown, because values may then only look empty.
    package func throwingFailedReads<Result>(_ body: () throws -> Result) throws -> Result {
        let before = failedReads.count
        let result = try body()
        if failedReads.count != before, let error = failedReads.lastError { throw error }
        return result
    }

    // MARK: Saving

    /// Reads what the unsaved changes need and could not be read so far. Throws
    /// NSPersistentStoreSaveError if it still cannot be read.
    func readUnreadChanges() throws {
        guard failedReads.isActive else { return }
        propagateDeletions(isForSave: true)
        var unread = unpropagatedDeletions
        for object in updated.objects + deleted.objects where object.row == nil && !object.isInaccessible {
            // Ignored: the error is kept as the last one.
            if (try? object.requireRow()) == nil { unread.append(object) }
        }
        if !unread.isEmpty { throw unreadableError(unread) }
    }

    /// Returns the error of a save that would have to write objects that could not be read.
    func unreadableError(_ objects: [NSManagedObject], _ error: (any Error)? = nil) -> NSError {
        var userInfo: [String: Any] = [NSAffectedObjectsErrorKey: objects]
        userInfo[NSUnderlyingErrorKey] = error ?? failedReads.lastError
        let reason = (error ?? failedReads.lastError)?.localizedDescription ?? ""
        return NSError(
            code: NSPersistentStoreSaveError,
            """
            The changes were not saved, because objects or relationships that they concern could not be read. Save again when the \
            store can be read. \(reason)
            """, userInfo)
    }

    /// Reads all objects with changes that could not be read so far. Throws if one still cannot be
    /// read: the stored members of a relationship may have left it then.
    func requireUnreadChanges() throws {
        applyUnreadChanges()
        guard failedReads.isActive, let error = failedReads.lastError, updated.objects.contains(where: \.isUnread) else { return }
        throw error
    }

    // MARK: Recovery

    /// Reads objects with changes that could not be read so far, until one still cannot be read. Called
    /// after a read has succeeded.
    ///
    /// A relationship that was changed in an object that could not be read has changed its new
    /// destination. Its stored one is known, and changed, when the object is read. Until then, an
    /// object that is read meanwhile would show a relation that no longer exists.
    func applyUnreadChanges() {
        guard failedReads.isActive, !failedReads.isApplying else { return }
        let failed = failedReads.count
        failedReads.isApplying = true
        for object in updated.objects where object.isUnread {
            // Ignored: the error is recorded, and the next read tries again.
            if (try? object.requireRow()) == nil { break }
        }
        (failedReads.isApplying, failedReads.count) = (false, failed)
    }

    /// Removes objects from members that were just read if they have another owner now, but cannot be
    /// read. O(objects with changes) after a read has failed, else O(1).
    func removeMoved(from owner: NSManagedObject, at slot: Int) {
        guard failedReads.isActive, let inverse = owner.layout.inverseSlot(slot) else { return }
        for object in updated.objects where object.isUnread {
            guard let related = owner.related[slot], !related.isFault, related.members.contains(object.reference),
                object.hasLeft(owner, at: inverse)
            else { continue }
            owner.edit(.remove(object.reference), at: slot)
        }
    }

    /// Records that an object, a relationship or a result was read that could not be read before.
    func recordRecovery(of object: NSManagedObject? = nil) {
        if let object { failedReads.recovered.append(object) }
        failedReads.hasNews = true
        scheduleProcessing()
        guard let persistentStoreCoordinator, persistentStoreCoordinator.outage.end() else { return }
        persistentStoreCoordinator.publishRecovery()
    }

    /// Whether delete rules wait for something that could not be read. Those of other deletions wait for
    /// the end of the event, of a `prepareForDeletion()`, or for the save.
    private var hasUnreadDeletions: Bool { !deletionsInProgress.unread.isEmpty || deletionsInProgress.hadUnread }

    /// Notifies the observers of all that could not be read.
    func readAgain() {
        guard failedReads.isActive else { return }
        failedReads.hasNews = true
        publishPendingChanges()
    }

    /// Repeats merges and updates of live results that failed, and notifies the observers of what
    /// was read at last or is still unread.
    func publishRecovery() {
        failedReads.hasNews = false
        applyUnreadChanges()
        let recovered = failedReads.recovered.filter { $0.managedObjectContext === self }
        failedReads.recovered = []
        let unread = registry.living.filter { $0.isUnread || $0.hasUnreadMembers }
        failedReads.isActive = !unread.isEmpty || hasUnreadDeletions || !failedReads.outdated.isEmpty
        mergeOutdated()
        follower?.reopenStale()
        let objects = Set(recovered + unread)
        guard !objects.isEmpty else { return }
        for object in objects {
            object.publisher?.send()
            object.forgetUnreadCollections()
        }
        postObjectsDidChange([.refreshedObjects: objects])
    }
}
