#if SwiftData
    public import Foundation
    public import StrataViewGraph
    public import SwiftData

    // The macro `@Query` in its forms. It declares a property of the models, and beside it one of the
    // type ``Query`` with the same arguments.

    /// Declares a property of all models of a type, in the order of their insertion.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query() = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro")

    /// Declares a property of all models of a type, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query(animation: Animation) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro")

    /// Declares a property of all models of a type, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query(transaction: Transaction) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro")

    /// Declares a property of the models that a descriptor selects,
    /// whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>, animation: Animation
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that a descriptor selects,
    /// with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>, transaction: Transaction? = nil
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        animation: Animation
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        transaction: Transaction? = nil
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        animation: Animation
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        transaction: Transaction? = nil
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        animation: Animation
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        transaction: Transaction? = nil
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel
#endif
