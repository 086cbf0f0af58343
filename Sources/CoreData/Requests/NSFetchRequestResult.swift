public import Foundation

/// A type that a fetch request can return: managed objects, their identifiers, numbers (counts) and
/// dictionaries.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSFetchRequestResult where Self: NSManagedObject {
    /// Returns a request for all objects of this class's entity, typed with the class.
    ///
    /// A generated or overridden `fetchRequest()` takes precedence. This one makes
    /// `Quake.fetchRequest() as! NSFetchRequest<Quake>` succeed, and the same with a generic
    /// parameter, for a class that has none of its own.
    public static func fetchRequest() -> NSFetchRequest<Self> {
        // Calls the class method, which a subclass may override.
        NSFetchRequest<Self>(self.fetchRequest() as NSFetchRequest<any NSFetchRequestResult>)
    }
}

extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

/// The kind of result that a fetch returns for each match.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    /// The raw value of Apple's constant.
    public let rawValue: UInt

    /// Creates a result type from the raw value of Apple's constant.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Managed objects.
    public static let managedObjectResultType: NSFetchRequestResultType = []
    /// The managed objects' identifiers.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// One dictionary for each match or group. It contains those of `propertiesToFetch` that have a
    /// value.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// A single number: the count of matches.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)

    /// The name of Apple's constant.
    var name: String {
        switch self {
        case .managedObjectIDResultType: "NSManagedObjectIDResultType"
        case .dictionaryResultType: "NSDictionaryResultType"
        case .countResultType: "NSCountResultType"
        default: "NSManagedObjectResultType"
        }
    }
}
