public import Foundation
internal import StrataTraps

/// One step of a staged migration: the common superclass of `NSLightweightMigrationStage` and
/// `NSCustomMigrationStage`. Create one of these.
open class NSMigrationStage: NSObject {
    /// A description of the stage's purpose, for logs.
    open var label: String?

    /// Creates a stage. For the subclasses.
    public override init() {}

    open override var description: String { "<\(type(of: self)): \(address(of: self))> (\(label ?? ""))" }
}

/// A stage in which lightweight migrations do everything: a series of versions of the model, the
/// oldest first.
///
/// A store of any of these versions is migrated to the first version of the next stage or, after the
/// last stage, to the coordinator's model, in one step.
public final class NSLightweightMigrationStage: NSMigrationStage {
    /// The version checksums of the models, the oldest first. See
    /// `NSManagedObjectModel.versionChecksum`.
    public let versionChecksums: [String]

    /// Creates a stage for a series of versions.
    public init(_ versionChecksums: [String]) {
        self.versionChecksums = versionChecksums
        super.init()
    }
}

/// A stage from one version of the model to the next, with handlers that run before and after it.
///
/// The migration between the two versions is a lightweight one. The handlers prepare the data for
/// it, and complete the data after it:
///
/// ```swift
/// let stage = NSCustomMigrationStage(migratingFrom: version2, to: version3)
/// stage.willMigrateHandler = { manager, stage in
///     try manager.container?.newBackgroundContext().performAndWait { … }
/// }
/// ```
public final class NSCustomMigrationStage: NSMigrationStage {
    /// The version that the stage migrates from.
    public let currentModel: NSManagedObjectModelReference
    /// The version that the stage migrates to.
    public let nextModel: NSManagedObjectModelReference
    /// Called before the migration. The manager's `container` has the store with the older model. An
    /// error ends the migration, and the store stays at that version.
    public var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    /// Called after the migration. The manager's `container` has the store with the newer model. If it
    /// throws, or the process ends before it returns, it is called again when the store is opened the
    /// next time.
    public var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// Creates a stage between two versions.
    public init(migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference) {
        self.currentModel = currentModel
        self.nextModel = nextModel
        super.init()
    }
}
