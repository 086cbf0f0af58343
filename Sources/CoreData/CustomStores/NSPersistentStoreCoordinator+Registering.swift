internal import Foundation
internal import StrataTraps

extension NSPersistentStoreCoordinator {
    /// Registers a subclass of `NSAtomicStore` or `NSIncrementalStore` for a type, in the whole
    /// process. From then on a coordinator opens stores of that type with the class.
    ///
    /// A class that was registered for the type before is replaced, and nil removes it. Stores that
    /// are open keep their class. Traps for a class that is not a store's, and for a type that is
    /// built in.
    public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        require(
            !StoreKinds.isBuiltIn(storeType), "The type '\(storeType)' is built in. Register the class for a name of your own.")
        guard let storeClass else { return StoreKinds.register(nil, for: storeType) }
        guard let stores = storeClass as? NSPersistentStore.Type else {
            trap("\(storeClass) is not a store. Make it a subclass of NSAtomicStore or NSIncrementalStore.")
        }
        StoreKinds.register(RegisteredKind(type: storeType, storeClass: stores), for: storeType)
    }

    /// Registers a class for a type; see `registerStoreClass(_:forStoreType:)`.
    public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
        registerStoreClass(storeClass, forStoreType: type.rawValue)
    }
}
