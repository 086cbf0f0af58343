public import CoreData

/// The class of an entity whose Codegen setting is Category/Extension: its properties are generated.
nonisolated public class Place: NSManagedObject {}

/// As `Place`, but nobody outside the module sees it.
nonisolated final class Secret: NSManagedObject {}

/// The class of an entity whose Codegen setting is Manual/None, with a subentity whose class is generated.
nonisolated public class Base: NSManagedObject {}

/// Where the plug-in put this target's models as resources.
public var resources: Bundle { Bundle.module }
