public import Foundation
public import StrataPredicates

/// A rule for one property of a destination entity: the expression that computes its value.
open class NSPropertyMapping: NSObject {
    /// The name of the property in the destination entity.
    open var name: String?
    /// The expression that computes the value, such as `$source.title`; nil to leave the property as
    /// it is in a new object.
    ///
    /// Its variables are listed at `NSMigrationManagerKey`.
    open var valueExpression: NSExpression?
    /// Values for the app's own use.
    open var userInfo: [AnyHashable: Any]?

    /// Creates a mapping without a name.
    public override init() {}

    /// Creates a mapping with a name and an expression.
    convenience init(_ name: String, _ expression: NSExpression?) {
        self.init()
        self.name = name
        valueExpression = expression
    }

    open override var description: String {
        "(<NSPropertyMapping: \(address(of: self))>) name \(name ?? "(null)"), valueExpression \(valueExpression?.description ?? "(null)")"
    }
}
