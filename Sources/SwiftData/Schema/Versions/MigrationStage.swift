/// A step of a migration: from a version of a schema to a later one.
public enum MigrationStage: Sendable {
    /// A step that follows from the difference between the versions: added and removed models and
    /// properties, and those with an `originalName`.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)

    /// A step with code of the app.
    ///
    /// `willMigrate` gets a context with the models of the old version, `didMigrate` one with those
    /// of the new version. Each saves its changes itself.
    @preconcurrency case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?, didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}
