internal import Foundation
internal import StrataModelDifference

/// The first change of a model that a lightweight migration cannot make.
struct MigrationObstacle {
    private let change: Change
    private let obstacle: Change.Obstacle
    private let count: Int

    /// Returns nil if the migration can make all changes. A change whose mapping is unknown comes
    /// before one for which only a value is missing.
    init?(_ changes: [Change]) {
        let obstacles = changes.filter { $0.obstacle != nil }
        guard let change = obstacles.first(where: { $0.obstacle?.isMissingValue == false }) ?? obstacles.first,
            let obstacle = change.obstacle
        else { return nil }
        self.change = change
        self.obstacle = obstacle
        count = obstacles.count
    }

    private var sentence: String {
        let more = count > 1 ? " (\(count - 1) more; modelc diff lists them.)" : ""
        return "\(change.subject): \(change.summary). \(obstacle.reason)\(more)"
    }

    /// The error as `inferredMappingModel` throws it: NSInferredMappingModelError with the names of the
    /// entity and the property, and the reason.
    var inferenceError: NSError {
        // Apps compare the reason with this sentence of Apple's.
        let reason =
            obstacle.isTypeMismatch ? "Source and destination attribute types are incompatible" : obstacle.reason
        var userInfo: [String: Any] = ["reason": reason, "entity": change.entity]
        userInfo["property"] = change.property
        return NSError(code: NSInferredMappingModelError, sentence, userInfo)
    }

    /// The error with which a store is not opened: NSMigrationMissingMappingModelError, or
    /// NSMigrationError if only a value is missing.
    func error(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) -> NSError {
        if obstacle.isMissingValue {
            let reason = "Validation error missing attribute values on mandatory destination attribute"
            var userInfo: [String: Any] = ["reason": reason, "entity": change.entity]
            userInfo[change.summary.contains("→") ? "relationship" : "attribute"] = change.property
            return NSError(
                code: NSMigrationError, "The store was not migrated, because values are missing. \(sentence)",
                [
                    "reason": "Cannot migrate store in-place: \(reason)",
                    NSUnderlyingErrorKey: NSError(code: NSMigrationError, sentence, userInfo),
                ])
        }
        return NSError(
            code: NSMigrationMissingMappingModelError,
            "The store was not migrated, because no mapping to the new model can be inferred. \(sentence)",
            [
                "reason": "Can't find or automatically infer mapping model for migration", "sourceModel": source,
                "destinationModel": destination, NSUnderlyingErrorKey: inferenceError,
            ])
    }
}
