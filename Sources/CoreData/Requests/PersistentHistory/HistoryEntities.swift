internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The entities that fetch requests for history name. No model contains them, and they have no
/// managed objects: predicates read `NSPersistentHistoryTransaction` and
/// `NSPersistentHistoryChange` instead.
enum HistoryEntities {
    static let transaction = entity("Transaction", NSPersistentHistoryTransaction.attributes)
    static let change = entity("Change", NSPersistentHistoryChange.attributes)

    private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            attribute.isOptional = true
            attribute.isTransient = type == .undefinedAttributeType
            return attribute
        }
        return entity
    }

    /// Returns the entity if a coordinator has loaded a model; nil before, as Apple's framework
    /// does.
    static func ifLoaded(_ entity: NSEntityDescription) -> NSEntityDescription? {
        LoadedModels.isEmpty ? nil : entity
    }
}

extension NSPersistentHistoryTransaction {
    /// Returns the entity for a fetch request for transactions; nil if the context has no
    /// coordinator.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        context.persistentStoreCoordinator == nil ? nil : HistoryEntities.transaction
    }

    /// The entity for a fetch request for transactions; nil until a container or coordinator was
    /// created.
    public class var entityDescription: NSEntityDescription? { HistoryEntities.ifLoaded(HistoryEntities.transaction) }

    /// Creates a fetch request for transactions; nil until a container or coordinator was created.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        entityDescription.map(NSFetchRequest.init(entity:))
    }

    fileprivate static let attributes: [(String, NSAttributeType)] = [
        ("author", .stringAttributeType), ("bundleID", .stringAttributeType), ("contextName", .stringAttributeType),
        ("processID", .stringAttributeType), ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
        ("token", .undefinedAttributeType), ("transactionNumber", .integer64AttributeType), ("changes", .undefinedAttributeType),
    ]
}

extension NSPersistentHistoryChange {
    /// Returns the entity for a fetch request for changes; nil if the context has no coordinator.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        context.persistentStoreCoordinator == nil ? nil : HistoryEntities.change
    }

    /// The entity for a fetch request for changes; nil until a container or coordinator was
    /// created.
    public class var entityDescription: NSEntityDescription? { HistoryEntities.ifLoaded(HistoryEntities.change) }

    /// Creates a fetch request for changes; nil until a container or coordinator was created.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        entityDescription.map(NSFetchRequest.init(entity:))
    }

    fileprivate static let attributes: [(String, NSAttributeType)] = [
        ("changeID", .integer64AttributeType), ("changeType", .integer16AttributeType),
        ("changedEntity", .undefinedAttributeType), ("changedObjectID", .undefinedAttributeType),
        ("tombstone", .undefinedAttributeType), ("transaction", .undefinedAttributeType),
        ("updatedProperties", .undefinedAttributeType),
    ]
}

// The keys that predicates of history fetch requests can read.
extension NSPersistentHistoryTransaction: KeyValueReadable {
    package func value(forKey key: String) -> Any? {
        switch key {
        case "self": self
        case "author": author
        case "bundleID": bundleID
        case "changes": changes
        case "contextName": contextName
        case "processID": processID
        case "storeID": storeID
        case "timestamp": timestamp
        case "token": token
        case "transactionNumber": transactionNumber
        default: HistoryEntities.refuse(key, HistoryEntities.transaction)
        }
    }
}

extension NSPersistentHistoryChange: KeyValueReadable {
    package func value(forKey key: String) -> Any? {
        switch key {
        case "self": self
        case "changeID": changeID
        case "changeType": changeType.rawValue
        case "changedEntity": changedObjectID.entity
        case "changedObjectID": changedObjectID
        case "tombstone": tombstone
        case "transaction": transaction
        case "updatedProperties": updatedProperties
        default: HistoryEntities.refuse(key, HistoryEntities.change)
        }
    }
}

extension HistoryEntities {
    fileprivate static func refuse(_ key: String, _ entity: NSEntityDescription) -> Never {
        let keys = entity.properties.map(\.name).sorted().joined(separator: ", ")
        trap("A history \(entity.name ?? "") has no key '\(key)'; a predicate may ask for \(keys).")
    }
}
