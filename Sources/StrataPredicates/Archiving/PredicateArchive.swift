package import Foundation

/// The conversion of archives to and from Apple's class names, to exchange them with Apple's
/// frameworks.
///
/// By default an archive names the classes of this module, which decode without further setup.
/// Apple's names cannot be the default: Foundation on Linux resolves them to its own classes, which
/// are unavailable.
package enum PredicateArchive {
    /// Returns an archive with Apple's class names in place of this module's.
    ///
    /// The names are replaced in the finished archive because
    /// `NSKeyedArchiver.setClassName(_:for:)` has no effect on Linux: it stores a name under one
    /// spelling of the class and looks for another.
    ///
    /// - Throws: `CocoaError` if `data` is not a keyed archive.
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

    /// Lets an unarchiver decode Apple's class names. Call it before decoding anything.
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
