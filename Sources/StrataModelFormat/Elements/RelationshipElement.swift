/// A relationship of an entity.
package struct RelationshipElement: PropertyElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?

    package init(name: String, destination: String?, isToMany: Bool = false) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        destinationEntity = destination
        self.isToMany = isToMany
        if !isToMany { maxCount = 1 }
    }
}

/// The effect of an object's deletion on the objects at the other end, with the file's name as its
/// raw value.
package enum DeletionRule: String, CaseIterable, Sendable {
    case noAction = "No Action"
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
}

extension RelationshipElement {
    /// The name of the destination entity; nil if none was chosen.
    package var destinationEntity: String? {
        get { fields["destinationEntity"] }
        set { fields["destinationEntity"] = newValue }
    }

    /// The name of the inverse relationship; nil if there is none.
    package var inverseName: String? {
        get { fields["inverseName"] }
        set { fields["inverseName"] = newValue }
    }

    /// The name of the entity that declares the inverse, which may be a superentity of the
    /// destination.
    package var inverseEntity: String? {
        get { fields["inverseEntity"] }
        set { fields["inverseEntity"] = newValue }
    }

    /// Whether an object has several objects at the other end.
    package var isToMany: Bool {
        get { fields[flag: "toMany"] }
        set { fields[flag: "toMany"] = newValue }
    }

    /// Whether the objects at the other end have an order.
    package var isOrdered: Bool {
        get { fields[flag: "ordered"] }
        set { fields[flag: "ordered"] = newValue }
    }

    /// The minimum number of objects of a relationship that is not optional; nil or 0 for no
    /// minimum.
    package var minCount: Int? {
        get { fields[count: "minCount"] }
        set { fields[count: "minCount"] = newValue }
    }

    /// The maximum number of objects; nil or 0 for no limit. 1 for a to-one relationship.
    package var maxCount: Int? {
        get { fields[count: "maxCount"] }
        set { fields[count: "maxCount"] = newValue }
    }

    /// The delete rule; Core Data's default is to nullify.
    package var deletionRule: DeletionRule {
        get { fields["deletionRule"].flatMap(DeletionRule.init) ?? .nullify }
        set { fields["deletionRule"] = newValue.rawValue }
    }
}
