package import Foundation

/// Apple's names for the classes in archives, for files that Apple's frameworks read or wrote.
///
/// An archive made without them has the names of our classes, which are found again without being told: Foundation on Linux
/// takes Apple's names for its own unavailable classes.
package enum PredicateArchive {
    /// The archive with Apple's names in place of ours; throws where `data` is no archive.
    ///
    /// Rewritten afterwards, because `NSKeyedArchiver.setClassName(_:for:)` has no effect on Linux: it keeps the name under one
    /// spelling of the class and looks for another.
    package static func usingAppleNames(_ data: Data) throws -> Data {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard var archive = list as? [String: Any], let objects = archive["$objects"] as? [Any] else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        let names = Dictionary(uniqueKeysWithValues: names.map { (NSStringFromClass($0.type), $0.name) })
        archive["$objects"] = objects.map { object -> Any in
            guard let description = object as? [String: Any], let ours = description["$classname"] as? String,
                let name = names[ours]
            else { return object }
            return ["$classname": name, "$classes": [name, "NSObject"]] as [String: Any]
        }
        return try PropertyListSerialization.data(fromPropertyList: archive, format: .binary, options: 0)
    }

    /// Makes an archive with Apple's names readable; to be called before anything is decoded.
    package static func useAppleNames(in unarchiver: NSKeyedUnarchiver) {
        for entry in names { unarchiver.setClass(entry.type, forClassName: entry.name) }
    }

    private static var names: [(type: AnyClass, name: String)] {
        [
            (NSComparisonPredicate.self, "NSComparisonPredicate"), (NSCompoundPredicate.self, "NSCompoundPredicate"),
            (TruePredicate.self, "NSTruePredicate"), (FalsePredicate.self, "NSFalsePredicate"),
            (ConstantValueExpression.self, "NSConstantValueExpression"), (SymbolicExpression.self, "NSSymbolicExpression"),
            (SelfExpression.self, "NSSelfExpression"), (VariableExpression.self, "NSVariableExpression"),
            (VariableAssignmentExpression.self, "NSVariableAssignmentExpression"),
            (KeyPathExpression.self, "NSKeyPathExpression"), (KeyPathSpecifier.self, "NSKeyPathSpecifierExpression"),
            (FunctionExpression.self, "NSFunctionExpression"), (AggregateExpression.self, "NSAggregateExpression"),
            (SubqueryExpression.self, "NSSubqueryExpression"), (SetExpression.self, "NSSetExpression"),
            (AnyKeyExpression.self, "NSAnyKeyExpression"), (TernaryExpression.self, "NSTernaryExpression"),
            (EqualityOperator.self, "NSEqualityPredicateOperator"), (OrderOperator.self, "NSComparisonPredicateOperator"),
            (MatchingOperator.self, "NSMatchingPredicateOperator"), (LikeOperator.self, "NSLikePredicateOperator"),
            (SubstringOperator.self, "NSSubstringPredicateOperator"), (MembershipOperator.self, "NSInPredicateOperator"),
            (BetweenOperator.self, "NSBetweenPredicateOperator"), (NSSortDescriptor.self, "NSSortDescriptor"),
        ]
    }
}
