public import Foundation
public import StrataUserActivity

// An item with an activity, such as a dragged row that opens a window with the activity. The type of
// its data is the type of the activity.
extension NSUserActivity: NSItemProviderWriting {
    /// An empty array: the type depends on the activity.
    public static var writableTypeIdentifiersForItemProvider: [String] { [] }

    /// The type of the activity.
    public var writableTypeIdentifiersForItemProvider: [String] { [activityType] }

    /// Loads a record of the activity as a property list.
    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        do {
            completionHandler(try UserActivityRecord(self).encoded(), nil)
        } catch {
            completionHandler(nil, error)
        }
        return nil
    }
}

extension NSItemProvider {
    /// Adds an activity as it is now: receivers load it on other threads, while its window may change
    /// it.
    func registerActivity(
        _ activity: NSUserActivity, as typeIdentifier: String?, visibility: NSItemProviderRepresentationVisibility
    ) {
        let record = UserActivityRecord(activity)
        keepActivity(record)
        registerDataRepresentation(forTypeIdentifier: typeIdentifier ?? record.activityType, visibility: visibility) {
            completion in
            NSUserActivity(record).loadData(
                withTypeIdentifier: record.activityType, forItemProviderCompletionHandler: completion)
        }
    }
}
