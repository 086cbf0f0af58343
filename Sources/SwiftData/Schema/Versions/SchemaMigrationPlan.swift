/// The versions of an app's schema and the steps between them.
///
/// A container finds the version of a store by its models, and not by its number. Versions with
/// equal models need no stage. A store of an earlier version is migrated by the stages from that
/// version on, in their order. Where stages are missing, the difference between the versions
/// decides, so a plan without stages migrates from any version to the newest at once.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }

    /// The steps between versions, in the order of the versions.
    static var stages: [MigrationStage] { get }
}
