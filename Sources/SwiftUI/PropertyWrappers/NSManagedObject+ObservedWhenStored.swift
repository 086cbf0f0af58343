import CoreData
import StrataViewGraph

/// A view that stores a managed object in a plain property is updated when the object changes.
extension NSManagedObject: ObservedWhenStored {}
