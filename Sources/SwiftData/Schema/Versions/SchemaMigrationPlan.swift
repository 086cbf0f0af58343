/// The versions of an app's schema and the steps between them.
///
/// A container finds the version of a store by its models, and not by its number. Versions with
/// equal models need no stage. Stores are not migrated yet: one that needs other tables, or a
/// custom stage, makes `ModelContainer` throw, and stays as it is.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }

    /// The steps between versions, in the order of the versions.
    static var stages: [MigrationStage] { get }
}
