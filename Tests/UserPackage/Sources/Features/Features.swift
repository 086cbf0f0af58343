public import CoreData

/// The class of an entity whose Codegen setting is Category/Extension, so that its properties are
/// generated.
nonisolated public class Place: NSManagedObject {}

/// A class like `Place`, but internal to the module.
nonisolated final class Secret: NSManagedObject {}

/// The class of an entity whose Codegen setting is Manual/None, with a subentity whose class is
/// generated.
nonisolated public class Base: NSManagedObject {}

/// The bundle that contains this target's compiled models as resources.
public var resources: Bundle { Bundle.module }
