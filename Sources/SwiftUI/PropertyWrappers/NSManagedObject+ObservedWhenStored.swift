import CoreData
import StrataViewGraph

/// A view that stores a managed object in a plain property follows the object's changes.
extension NSManagedObject: ObservedWhenStored {}
