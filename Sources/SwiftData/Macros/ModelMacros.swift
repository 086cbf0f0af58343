internal import Observation

/// Makes the objects of a class models: a container stores them, and observers follow their
/// properties.
///
///     @Model final class Trip {
///         @Attribute(.unique) var name: String
///         var start: Date
///         @Relationship(deleteRule: .cascade) var stops: [Stop] = []
///
///         init(name: String, start: Date) {
///             self.name = name
///             self.start = start
///         }
///     }
///
/// Every stored property is persisted, unless it is marked with ``Transient()`` or has an observer
/// of its own. Its type is a model, an array of models, or a type that is Codable; optional or not.
@attached(
    member, conformances: Observable, PersistentModel, Sendable,
    names: named(_$backing), named(persistentBackingData), named(schemaMetadata), named(init), named(_$observation),
    named(access), named(withMutation), named(_$Slots), named(_$areEqual), named(_SwiftDataNoType)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "StrataSwiftDataMacros", type: "PersistentModelMacro")

/// Describes how an attribute is stored.
///
/// - Parameters:
///   - options: Options such as `.unique` and `.externalStorage`.
///   - originalName: The name that the property had in an earlier version of the schema.
///   - hashModifier: A text that distinguishes two versions of the property with equal descriptions.
@attached(peer)
public macro Attribute(_ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "AttributePropertyMacro")

/// Describes a relationship.
///
/// - Parameters:
///   - deleteRule: The fate of the related models when this one is deleted.
///   - minimumModelCount: The least number of related models that can be saved.
///   - maximumModelCount: The greatest number of related models that can be saved; 0 for any.
///   - originalName: The name that the property had in an earlier version of the schema.
///   - inverse: The property of the related models that refers back. Without it, the schema finds
///     the only candidate, and with `nil`, the relationship has none.
///   - hashModifier: A text that distinguishes two versions of the property with equal descriptions.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "StrataSwiftDataMacros", type: "RelationshipPropertyMacro")

/// Leaves a property out of the stored ones.
@attached(peer)
public macro Transient() = #externalMacro(module: "StrataSwiftDataMacros", type: "TransientPropertyMacro")

/// Declares groups of properties whose values no two models have in common. Saving a model whose
/// values are in use updates the stored one.
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "UniqueConstraintsMacro") where T: PersistentModel

/// Declares groups of properties by which models are found quickly.
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Declares groups of properties by which models are found quickly, with the structure of each
/// index.
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Gives an actor a model context of its own; see ``ModelActor``.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "StrataSwiftDataMacros", type: "PersistentModelActorMacro")

/// Replaces a stored property of a model by accessors of its value. ``Model()`` adds it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ slot: Int) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "PersistedPropertyMacro")

/// Replaces a stored property of a model by accessors of its value. ``Model()`` adds it to a
/// property after clauses of `#if`, whose slot is counted from a constant of the model.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ slot: Int, after end: String) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "PersistedPropertyMacro")

/// Replaces a stored property of a model by accessors of its transformable value. ``Model()`` adds
/// it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty(_ slot: Int) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "TransformablePersistedPropertyMacro")

/// Replaces a stored property of a model by accessors of its transformable value. ``Model()`` adds
/// it to a property after clauses of `#if`, whose slot is counted from a constant of the model.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty(_ slot: Int, after end: String) =
    #externalMacro(module: "StrataSwiftDataMacros", type: "TransformablePersistedPropertyMacro")
