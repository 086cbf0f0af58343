public import Foundation
internal import ModelFormat
internal import Traps
public import Predicates

/// A property of an entity: what attributes, relationships and fetched properties have in common.
///
/// Like every part of a model it can be changed until the model is first used; changing it later traps.
// Safe to share: built on one thread with its model, and immutable once that is in use: setters
// trap. So are all subclasses.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The entity that the property was added to.
    weak var owner: NSEntityDescription?

    /// The entity that declares the property, which is a superentity where the property is inherited.
    ///
    /// Traps as long as the property was added to no entity; Apple's returns a pointer to nothing then.
    public var entity: NSEntityDescription {
        guard let owner else { trap("The property '\(name)' was not added to an entity yet.") }
        return owner
    }

    public var name: String = "" { willSet { requireEditable() } }

    /// Whether an object may be saved with nil here. True unless set, as on Apple's platforms.
    public var isOptional = true { willSet { requireEditable() } }

    /// Whether the value stays in memory only. False unless set.
    public var isTransient = false { willSet { requireEditable() } }

    /// Whatever the model's maker noted down; no part of the version.
    public var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }

    /// Whether the store keeps an index for the property. Superseded by `NSEntityDescription.indexes`.
    public var isIndexed = false { willSet { requireEditable() } }

    /// Whether Core Spotlight shall know the value; there is none on Linux, so it is only kept.
    public var isIndexedBySpotlight = false { willSet { requireEditable() } }

    /// Whether Spotlight's external records shall hold the value; no part of the version, and only kept.
    public var isStoredInExternalRecord = false { willSet { requireEditable() } }

    /// A text that makes the version hash another one, for changes that no other part of the model shows.
    public var versionHashModifier: String? { willSet { requireEditable() } }

    private var givenRenamingIdentifier: String?

    /// By which the property is found again in another version of the model; its name unless set.
    public var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }

    /// What a value must satisfy before it is saved.
    public private(set) var validationPredicates: [NSPredicate] = []

    /// What is wrong where the predicate of the same position is not satisfied: a text, or an error code in `NSCocoaErrorDomain`.
    public private(set) var validationWarnings: [Any] = []

    /// What the property was read from; keeps what only a file knows, such as the kind of generated accessor, for writing it back.
    var file: (any PropertyElement)?

    public required override init() {}

    /// Sets both lists, of which the second may be shorter or nil.
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

    final func requireEditable() {
        require(
            owner?.isInUse != true, "The property '\(name)' belongs to a model that is in use and can no longer be changed.")
    }

    /// Takes over all that can be set of a property of the same class; its entity stays. Subclasses call super first.
    func takeOver(_ other: NSPropertyDescription) {
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

    /// A property that says the same and belongs to no entity yet; it can be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.takeOver(self)
        return copy
    }

    /// Adds what makes up the version; see `versionHash`. Subclasses call super first.
    func addVersion(to hash: inout VersionHash) {
        hash.add(name)
        hash.add(isOptional)
        hash.add(isTransient)
        hash.add(versionHashModifier)
    }

    /// Whether `other`, of the same class, says the same. Subclasses call super first.
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

    /// Equal are properties of one class that say the same; entities they refer to are compared by name. Validation warnings, which only
    /// word what a predicate says, do not count.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || type(of: self) == type(of: other) && saysTheSame(as: other)
    }

    open override var hash: Int { name.hashValue }

    open override var description: String { commonText }
}
