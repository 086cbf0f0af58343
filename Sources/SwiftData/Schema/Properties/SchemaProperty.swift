/// A property in a schema: an attribute or a relationship of an entity.
///
/// `Schema.Index` and `Schema.Unique` conform, too, so that a model's metadata can list them among
/// its properties. They are neither attributes nor relationships.
public protocol SchemaProperty: Codable, Hashable {
    /// The property's name.
    var name: String { get set }

    /// The property's name in earlier versions of the schema; `name` unless it was renamed.
    var originalName: String { get set }

    /// The type of the property's values, such as `String?` or `[Trip]`.
    var valueType: any Any.Type { get set }

    /// A Boolean value that indicates whether the property is an attribute.
    var isAttribute: Bool { get }

    /// A Boolean value that indicates whether the property is a relationship.
    var isRelationship: Bool { get }

    /// A Boolean value that indicates whether the value is kept in memory and never saved.
    var isTransient: Bool { get }

    /// A Boolean value that indicates whether the value may be `nil`.
    var isOptional: Bool { get }

    /// A Boolean value that indicates whether no two models have the same value.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// A Boolean value that indicates whether the property is an attribute. False unless
    /// implemented.
    public var isAttribute: Bool { false }

    /// A Boolean value that indicates whether the property is a relationship. False unless
    /// implemented.
    public var isRelationship: Bool { false }

    /// A Boolean value that indicates whether the value is kept in memory and never saved. False
    /// unless implemented.
    public var isTransient: Bool { false }

    /// A Boolean value that indicates whether the value may be `nil`: whether `valueType` is an
    /// optional type, unless implemented.
    public var isOptional: Bool { valueType is any OptionalType.Type }

    /// A Boolean value that indicates whether no two models have the same value. False unless
    /// implemented.
    public var isUnique: Bool { false }
}
