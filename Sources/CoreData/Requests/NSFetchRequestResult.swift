public import Foundation

/// What a fetch request may return: managed objects, their identifiers, numbers (counts) and dictionaries.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSFetchRequestResult where Self: NSManagedObject {
    /// Returns a request for all objects of this class's entity, typed with the class.
    ///
    /// A generated or overridden `fetchRequest()` takes precedence. This one makes
    /// `Quake.fetchRequest() as! NSFetchRequest<Quake>` succeed, and the same with a generic
    /// parameter, for a class that has none of its own.
    public static func fetchRequest() -> NSFetchRequest<Self> {
        // By way of the class's method, which a subclass may override.
        NSFetchRequest<Self>(self.fetchRequest() as NSFetchRequest<any NSFetchRequestResult>)
    }
}

extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

/// What a fetch returns for each match.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let managedObjectResultType: NSFetchRequestResultType = []
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// One dictionary a match or a group of matches, with those of `propertiesToFetch` that have a value.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: how many match.
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
