/// The versions of an app's schema and the steps between them.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first.
    static var schemas: [any VersionedSchema.Type] { get }

    /// The steps between versions, in the order of the versions.
    static var stages: [MigrationStage] { get }
}
