internal import CoreData
internal import Foundation

/// The versions of a migration plan with their version hashes, which are computed when they are
/// first needed: an app may have kept dozens of versions.
final class PlanVersions {
    let plan: any SchemaMigrationPlan.Type
    private let schemas: [any VersionedSchema.Type]
    private var models: [Int: NSManagedObjectModel] = [:]

    init(_ plan: any SchemaMigrationPlan.Type) {
        self.plan = plan
        schemas = plan.schemas
    }

    /// The numbers of the versions, oldest first.
    var identifiers: [Schema.Version] { schemas.map { $0.versionIdentifier } }

    func version(_ index: Int) -> Schema.Version { schemas[index].versionIdentifier }

    /// Returns the name and the number of a version for messages.
    func title(_ index: Int) -> String { "\(schemas[index]) (\(version(index)))" }

    /// Returns the managed model of a version. Throws as `schema(_:)`.
    func model(_ index: Int) throws -> NSManagedObjectModel {
        if let model = models[index] { return model }
        let model = ManagedModelBuilder.model(of: try schema(index))
        models[index] = model
        return model
    }

    /// Returns the newest version whose version hashes satisfy a condition; nil if none does. Throws as
    /// `schema(_:)`.
    func lastIndex(where isFound: ([String: Data]) -> Bool) throws -> Int? {
        try schemas.indices.last { isFound(try model($0).entityVersionHashesByName) }
    }

    /// Returns the newest version with the models of a schema; nil if the plan has none. Throws as
    /// `schema(_:)`.
    func index(of schema: Schema) throws -> Int? {
        guard !schemas.isEmpty else { return nil }
        let hashes = ManagedModelBuilder.model(of: schema).entityVersionHashesByName
        return try lastIndex { $0 == hashes }
    }

    /// Returns the steps from one version to a later one, in the order of the plan's stages. Empty if
    /// the plan has no stage on the way: the difference between the two versions is one step then.
    func steps(from first: Int, to last: Int) -> [MigrationStep] {
        var steps: [MigrationStep] = []
        var reached = first
        for stage in plan.stages {
            let (from, to): (any VersionedSchema.Type, any VersionedSchema.Type) =
                switch stage {
                case .lightweight(let from, let to): (from, to)
                case .custom(let from, let to, _, _): (from, to)
                }
            guard let start = index(of: from, atLeast: reached), let end = index(of: to, atLeast: start), end <= last else {
                continue
            }
            steps.append(MigrationStep(from: start, to: end, stage: stage))
            reached = end
        }
        return steps
    }

    /// Returns the schema of a version.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if its models contradict each other, which
    ///   only an old store shows.
    func schema(_ index: Int) throws -> Schema {
        do {
            return Schema(entities: try SchemaBuilder.entities(of: schemas[index].models), version: version(index))
        } catch let error as SchemaContradiction {
            throw SwiftDataError.loadIssueModelContainer.because(
                """
                The version \(title(index)) of the migration plan \(plan) cannot be used. \(error.reason) No store was changed.
                """)
        }
    }

    private func index(of schema: any VersionedSchema.Type, atLeast first: Int) -> Int? {
        schemas.indices.first { $0 >= first && schemas[$0] == schema }
    }
}

/// A stage of a plan, with the places of its versions.
struct MigrationStep {
    let from: Int
    let to: Int
    let stage: MigrationStage

    /// Whether the app's code runs.
    var isCustom: Bool {
        if case .custom = stage { true } else { false }
    }
}
