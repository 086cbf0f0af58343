internal import Foundation

/// An attribute: a property that holds a plain value.
public final class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    public var attributeType = NSAttributeType.undefinedAttributeType {
        willSet { requireEditable() }
    }

    /// The attribute's type under its short name; reads and writes `attributeType`.
    public var type: AttributeType {
        get { AttributeType(rawValue: attributeType.rawValue) }
        set {
            guard let type = NSAttributeType(rawValue: newValue.rawValue) else {
                preconditionFailure("\(newValue.rawValue) is not the raw value of an attribute type.")
            }
            attributeType = type
        }
    }

    /// The value of this attribute in a new object, of the type that `attributeType` asks for.
    public var defaultValue: Any? {
        willSet { requireEditable() }
    }
}
