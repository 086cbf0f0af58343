package import StrataArchives

/// The names in archives of the classes of predicates, expressions and sort descriptors.
///
/// An archive by Foundation's archiver names the classes of this module. With these names, archives
/// are exchanged with Apple's frameworks. An archive of either kind is read.
package enum PredicateArchive {
    /// The classes and Apple's names of them.
    package static let classes = ArchivedClasses(
        [
            .init(NSComparisonPredicate.self, "NSComparisonPredicate"), .init(NSCompoundPredicate.self, "NSCompoundPredicate"),
            .init(TruePredicate.self, "NSTruePredicate"), .init(FalsePredicate.self, "NSFalsePredicate"),
            .init(ConstantValueExpression.self, "NSConstantValueExpression"),
            .init(SymbolicExpression.self, "NSSymbolicExpression"),
            .init(SelfExpression.self, "NSSelfExpression"), .init(VariableExpression.self, "NSVariableExpression"),
            .init(VariableAssignmentExpression.self, "NSVariableAssignmentExpression"),
            .init(KeyPathExpression.self, "NSKeyPathExpression"), .init(KeyPathSpecifier.self, "NSKeyPathSpecifierExpression"),
            .init(FunctionExpression.self, "NSFunctionExpression"), .init(AggregateExpression.self, "NSAggregateExpression"),
            .init(SubqueryExpression.self, "NSSubqueryExpression"), .init(SetExpression.self, "NSSetExpression"),
            .init(AnyKeyExpression.self, "NSAnyKeyExpression"), .init(TernaryExpression.self, "NSTernaryExpression"),
            .init(EqualityOperator.self, "NSEqualityPredicateOperator"),
            .init(OrderOperator.self, "NSComparisonPredicateOperator"),
            .init(MatchingOperator.self, "NSMatchingPredicateOperator"), .init(LikeOperator.self, "NSLikePredicateOperator"),
            .init(SubstringOperator.self, "NSSubstringPredicateOperator"),
            .init(MembershipOperator.self, "NSInPredicateOperator"),
            .init(BetweenOperator.self, "NSBetweenPredicateOperator"), .init(NSSortDescriptor.self, "NSSortDescriptor"),
        ])
}
