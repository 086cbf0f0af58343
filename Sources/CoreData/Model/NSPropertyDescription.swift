public import Foundation
internal import StrataModelDifference
internal import StrataModelFormat
internal import StrataTraps
public import StrataPredicates

/// The description of a property of an entity: the common superclass of attributes, relationships
/// and fetched properties.
///
/// Like all parts of a model, it can be changed until the model is first used. After that its
/// setters trap.
// Safe to share: built on one thread with its model, and immutable once the model is in use, when
// setters trap. The same is true of all subclasses.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The entity that the property was added to.
    weak var owner: NSEntityDescription?

    /// The entity that declares the property. For an inherited property this is the superentity.
    ///
    /// Traps if the property was not added to an entity. Apple's framework returns nil then,
    /// although the type is not optional.
    public var entity: NSEntityDescription {
        guard let owner else { trap("The property '\(name)' was not added to an entity yet.") }
        return owner
    }

    /// The property's name, unique in its entity, including inherited properties.
    public var name: String = "" { willSet { requireEditable() } }

    /// Whether an object may be saved with nil. True unless set, as on Apple's platforms.
    public var isOptional = true { willSet { requireEditable() } }

    /// Whether the value is only kept in memory and never saved. False unless set.
    public var isTransient = false { willSet { requireEditable() } }

    /// Values that the model's author attached to the property. They are not part of the version
    /// hash.
    public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

    /// Whether the store has an index for the property. Superseded by
    /// `NSEntityDescription.indexes`.
    public var isIndexed = false { willSet { requireEditable() } }

    /// Whether Core Spotlight indexes the value. There is no Spotlight on Linux, so this has no
    /// effect.
    public var isIndexedBySpotlight = false { willSet { requireEditable() } }

    /// Whether Spotlight's external records contain the value. It has no effect on Linux and is not
    /// part of the version hash.
    public var isStoredInExternalRecord = false { willSet { requireEditable() } }

    /// A string that is part of the version hash. Set it to give the property another hash although
    /// no other part of it changed.
    public var versionHashModifier: String? { willSet { requireEditable() } }

    private var givenRenamingIdentifier: String?

    /// The identifier that corresponding properties share in different versions of the model; the
    /// name unless set.
    public var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }

    /// The predicates that a value has to satisfy when an object is saved.
    public private(set) var validationPredicates: [NSPredicate] = []

    /// The error for each predicate of `validationPredicates`, by position: a message, or an error
    /// code of `NSCocoaErrorDomain`.
    public private(set) var validationWarnings: [Any] = []

    /// The file element that the property was read from. It keeps details that only a model file
    /// has, such as the kind of generated accessor, until the model is written to a file.
    var file: (any PropertyElement)?

    /// Creates a property without a name.
    public required override init() {}

    /// Sets `validationPredicates` and `validationWarnings`. The second list may be shorter, or
    /// nil.
    public func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        setValidation(validationPredicates ?? [], warnings: validationWarnings ?? [])
    }

    final func setValidation(_ predicates: [NSPredicate], warnings: [Any]) {
        requireEditable()
        validationPredicates = predicates
        validationWarnings = warnings
    }

    /// Traps if the property's model is in use.
    final func requireEditable() {
        require(
            owner?.isInUse != true, "The property '\(name)' belongs to a model that is in use and can no longer be changed.")
    }

    /// Copies all settings of a property of the same class, except its entity. Overrides call super
    /// first.
    func copySettings(of other: NSPropertyDescription) {
        file = other.file
        name = other.name
        isOptional = other.isOptional
        isTransient = other.isTransient
        userInfo = other.userInfo
        isIndexed = other.isIndexed
        isIndexedBySpotlight = other.isIndexedBySpotlight
        isStoredInExternalRecord = other.isStoredInExternalRecord
        versionHashModifier = other.versionHashModifier
        givenRenamingIdentifier = other.givenRenamingIdentifier
        setValidation(other.validationPredicates, warnings: other.validationWarnings)
    }

    /// Returns a mutable copy that belongs to no entity.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.copySettings(of: self)
        return copy
    }

    /// Adds the parts that make up the version hash; see `versionHash`. Overrides call super first.
    func addVersion(to hash: inout VersionHash) {
        hash.add(name)
        hash.add(isOptional)
        hash.add(isTransient)
        hash.add(versionHashModifier)
    }

    /// Whether a property of the same class is equal in all its parts. Overrides call super first.
    func saysTheSame(as other: NSPropertyDescription) -> Bool {
        name == other.name
            && isOptional == other.isOptional
            && isTransient == other.isTransient
            && isIndexed == other.isIndexed
            && isIndexedBySpotlight == other.isIndexedBySpotlight
            && isStoredInExternalRecord == other.isStoredInExternalRecord
            && versionHashModifier == other.versionHashModifier
            && renamingIdentifier == other.renamingIdentifier
            && Set(validationPredicates) == Set(other.validationPredicates)
            && areEqual(userInfo ?? [:], other.userInfo ?? [:])
    }

    /// Returns whether the other object is a property of the same class with equal parts. Compares
    /// related entities by name, and ignores validation warnings, which only describe the
    /// predicates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || type(of: self) == type(of: other) && saysTheSame(as: other)
    }

    open override var hash: Int { name.hashValue }

    open override var description: String { commonText }
}

extension NSPropertyDescription {
    /// Whether a save validates the property, because some values cannot be saved.
    final var isValidated: Bool {
        // The store computes a derived attribute after validation.
        if self is NSDerivedAttributeDescription { return false }
        if let relationship = self as? NSRelationshipDescription, relationship.isToMany {
            return relationship.minCount > 0 || relationship.maxCount > 0 || !validationPredicates.isEmpty
        }
        if !isOptional || !validationPredicates.isEmpty { return true }
        switch self {
        case let composite as NSCompositeAttributeDescription:
            return composite.elements.contains { $0.isValidated || $0.attributeType.range != nil }
        default: return false
        }
    }
}
