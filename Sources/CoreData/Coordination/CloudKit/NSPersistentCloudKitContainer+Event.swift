public import Foundation
internal import StrataTraps

extension NSPersistentCloudKitContainer {
    /// The kind of work that an `Event` is about.
    public enum EventType: Int, Sendable {
        /// The preparation of a store.
        case setup = 0
        /// The import of changes from iCloud.
        case `import` = 1
        /// The export of changes to iCloud.
        case export = 2
    }

    /// A part of a synchronization with iCloud.
    ///
    /// No event exists on Linux, since nothing is synchronized. The class exists so that observers of
    /// `eventChangedNotification` compile.
    public final class Event: NSObject, NSCopying {
        /// Events cannot be created, as on Apple's platforms.
        @available(*, unavailable)
        public override init() { Self.refuse() }

        private static func refuse() -> Never {
            trap("No event of NSPersistentCloudKitContainer exists on Linux, since nothing is synchronized with iCloud.")
        }

        /// The identifier of the event.
        public var identifier: UUID { Self.refuse() }
        /// The identifier of the store that is synchronized.
        public var storeIdentifier: String { Self.refuse() }
        /// The kind of work.
        public var type: EventType { Self.refuse() }
        /// The time at which the work began.
        public var startDate: Date { Self.refuse() }
        /// The time at which the work ended; nil before.
        public var endDate: Date? { Self.refuse() }
        /// Whether the work ended without an error.
        public var succeeded: Bool { Self.refuse() }
        /// The error that ended the work; nil if there is none.
        public var error: (any Error)? { Self.refuse() }

        /// Returns the event itself.
        public func copy(with zone: NSZone? = nil) -> Any { Self.refuse() }
    }
}

/// A request for the events of a `NSPersistentCloudKitContainer`. There are none on Linux, so its
/// result is empty.
public final class NSPersistentCloudKitContainerEventRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// The kind of result to return; `.events` unless set.
    public var resultType = NSPersistentCloudKitContainerEventResult.ResultType.events

    /// Returns a request for the events after a date.
    public class func fetchEvents(after date: Date) -> Self { Self() }

    /// Returns a request for the events after another one; for all events if it is nil.
    public class func fetchEvents(after event: NSPersistentCloudKitContainer.Event?) -> Self { Self() }

    /// Returns a request for the events that match a fetch request.
    public class func fetchEvents(matchingFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self { Self() }

    /// Returns a fetch request for all events, to be given a predicate and passed to
    /// `fetchEvents(matchingFetch:)`.
    public class func fetchForEvents() -> NSFetchRequest<any NSFetchRequestResult> { NSFetchRequest() }

    /// Creates a request for all events.
    public required override init() {}

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        NSPersistentCloudKitContainerEventResult(resultType)
    }
}

/// The result of an `NSPersistentCloudKitContainerEventRequest`.
public final class NSPersistentCloudKitContainerEventResult: NSPersistentStoreResult {
    /// The kind of result of a request for events.
    public enum ResultType: Int, Sendable {
        /// An array of events.
        case events = 0
        /// The number of events.
        case countEvents = 1
    }

    /// The request's result type, which determines the type of `result`.
    public let resultType: ResultType

    /// An array without events, or 0, according to `resultType`.
    public var result: Any? {
        switch resultType {
        case .events: [NSPersistentCloudKitContainer.Event]()
        case .countEvents: 0
        }
    }

    init(_ resultType: ResultType) {
        self.resultType = resultType
    }
}
