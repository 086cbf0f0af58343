/// A version of an app's models.
///
/// Keep each version that was released, so that stores of that version can be migrated:
///
///     enum TripsV1: VersionedSchema {
///         static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
///         static var models: [any PersistentModel.Type] { [Trip.self] }
///     }
public protocol VersionedSchema: SendableMetatype {
    /// The version's models. Models that they reach through relationships may be omitted.
    static var models: [any PersistentModel.Type] { get }

    /// The version's numbers.
    static var versionIdentifier: Schema.Version { get }
}
