public import CoreData

/// A class for entities of other modules to inherit from.
open class Record: NSManagedObject {}
