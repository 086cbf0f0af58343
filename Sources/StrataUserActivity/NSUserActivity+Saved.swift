extension NSUserActivity {
    /// Deletes all activities that were saved for searches by the person of the window whose code
    /// calls this.
    public class func deleteAllSavedUserActivities() async { await delete(nil) }

    /// Deletes all activities that were saved for searches by the person of the window whose code
    /// calls this, and then calls a handler.
    public class func deleteAllSavedUserActivities(completionHandler handler: @escaping @Sendable () -> Void) {
        delete(nil, completionHandler: handler)
    }

    /// Deletes the activities with some persistent identifiers that were saved for searches by the
    /// person of the window whose code calls this.
    public class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
    ) async {
        await delete(persistentIdentifiers)
    }

    /// Deletes the activities with some persistent identifiers that were saved for searches by the
    /// person of the window whose code calls this, and then calls a handler.
    public class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping @Sendable () -> Void
    ) {
        delete(persistentIdentifiers, completionHandler: handler)
    }

    private class func delete(_ identifiers: [NSUserActivityPersistentIdentifier]?) async {
        await UserActivityScopes.current?.deleteSavedActivities(identifiers)
    }

    private class func delete(
        _ identifiers: [NSUserActivityPersistentIdentifier]?, completionHandler: @escaping @Sendable () -> Void
    ) {
        // The task inherits the scope.
        Task {
            await delete(identifiers)
            completionHandler()
        }
    }
}
