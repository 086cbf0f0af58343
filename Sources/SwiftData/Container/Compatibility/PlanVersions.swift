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
    var list: [Schema.Version] { schemas.map { $0.versionIdentifier } }

    func version(_ index: Int) -> Schema.Version { schemas[index].versionIdentifier }

    /// Returns the name and the number of a version for messages.
    func title(_ index: Int) -> String { "\(schemas[index]) (\(version(index)))" }

    /// Returns the managed model of a version.
    func model(_ index: Int) -> NSManagedObjectModel {
        if let model = models[index] { return model }
        let model = ManagedModelBuilder.model(of: Schema(versionedSchema: schemas[index]))
        models[index] = model
        return model
    }

    /// Returns the newest version whose version hashes satisfy a condition; nil if none does.
    func lastIndex(where isFound: ([String: Data]) -> Bool) -> Int? {
        schemas.indices.last { isFound(model($0).entityVersionHashesByName) }
    }

    /// Returns the newest version with the models of a schema; nil if the plan has none.
    func index(of schema: Schema) -> Int? {
        guard !schemas.isEmpty else { return nil }
        let hashes = ManagedModelBuilder.model(of: schema).entityVersionHashesByName
        return lastIndex { $0 == hashes }
    }

    /// Returns the title of the first custom stage on the way from one version to a later one; nil
    /// if all are lightweight.
    func customStage(from first: Int, to last: Int) -> String? {
        for case .custom(let from, let to, _, _) in plan.stages {
            guard let start = index(of: from), let end = index(of: to), start >= first, end <= last else { continue }
            return "from \(title(start)) to \(title(end))"
        }
        return nil
    }

    private func index(of schema: any VersionedSchema.Type) -> Int? { schemas.firstIndex { $0 == schema } }
}
