internal import StrataModelDifference
public import StrataPredicates

/// The description of a computed column in a fetch request's `propertiesToFetch` or in an index. It
/// belongs to no entity.
// Safe to share: see NSPropertyDescription.
public final class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    /// The expression that computes the column's value.
    public var expression: NSExpression? { willSet { requireEditable() } }

    /// The type that the value is converted to; undefined, for no conversion, unless set.
    public var expressionResultType = NSAttributeType.undefinedAttributeType { willSet { requireEditable() } }

    /// The result's type, by its short name. Reads and writes `expressionResultType`.
    public var resultType: NSAttributeDescription.AttributeType {
        get { NSAttributeDescription.AttributeType(expressionResultType) }
        set { expressionResultType = NSAttributeType(newValue) }
    }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
        guard let other = other as? NSExpressionDescription else { return }
        expression = other.expression
        expressionResultType = other.expressionResultType
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add("expression")
        hash.add(expression?.description)
        hash.add(Int(expressionResultType.rawValue))
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        guard super.saysTheSame(as: other), let other = other as? NSExpressionDescription else { return false }
        return expression == other.expression && expressionResultType == other.expressionResultType
    }
}
