internal import Foundation
internal import StrataPredicates

/// The expressions that generated mappings consist of, as Xcode and Apple's frameworks write them.
enum MappingExpressions {
    /// The selectors that the migration manager answers.
    enum Selector {
        static let destinationInstances = "destinationInstancesForEntityMappingNamed:sourceInstances:"
        static let sourceInstances = "sourceInstancesForEntityMappingNamed:destinationInstances:"
        static let relatedInstances = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
        static let fetchRequest = "fetchRequestForSourceEntityNamed:predicateString:"
    }

    private static let manager = ExpressionForm.variable(NSMigrationManagerKey)

    /// Returns `$source.name`, the value of a property of the source object.
    static func source(_ keyPath: String) -> NSExpression { NSExpression(form: sourceForm(keyPath)) }

    private static func sourceForm(_ keyPath: String) -> ExpressionForm {
        .path(.variable(NSMigrationSourceObjectKey), keyPath.split(separator: ".").map(String.init))
    }

    /// Returns the expression for all objects of a source entity that satisfy a predicate.
    static func fetch(_ entity: String, _ predicate: String = "TRUEPREDICATE") -> NSExpression {
        let request = ExpressionForm.message(
            manager, Selector.fetchRequest, [.constant(.string(entity)), .constant(.string(predicate))])
        return NSFetchRequestExpression(
            form: .fetch(request, .path(manager, ["sourceContext"]), countOnly: false))
    }

    /// Returns the expression for the objects that an entity mapping made of those of a relationship
    /// of the source object.
    static func destinations(_ keyPath: String, mapping: String) -> NSExpression {
        NSExpression(
            form: .message(manager, Selector.destinationInstances, [.constant(.string(mapping)), sourceForm(keyPath)]))
    }

    /// Returns the expression for the objects that any mapping made of those of a relationship of the
    /// source object, for a destination with subentities that have mappings of their own.
    static func related(_ relationship: String) -> NSExpression {
        NSExpression(
            form: .message(manager, Selector.relatedInstances, [.constant(.string(relationship)), sourceForm(relationship)]))
    }
}
