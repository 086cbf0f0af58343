#if SwiftData
    public import Foundation
    public import StrataViewGraph
    public import SwiftData

    // The forms of the macro `@Query` with sections, whose properties are of the type
    // `SectionedResults`.

    /// Declares a property of the models that a descriptor selects,
    /// in sections by a string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that a descriptor selects,
    /// in sections by an optional string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that a descriptor selects,
    /// in sections by a string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that a descriptor selects,
    /// in sections by an optional string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        _ descriptor: FetchDescriptor<Element>,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// in sections by a string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// in sections by an optional string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// in sections by a string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of sort descriptors,
    /// in sections by an optional string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Element>(
        filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// in sections by a string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// in sections by an optional string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// in sections by a string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of a property,
    /// in sections by an optional string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// in sections by a string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// in sections by an optional string, whose changes are animated.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// in sections by a string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel

    /// Declares a property of the models that satisfy a condition, in the order of an optional property,
    /// in sections by an optional string, with a transaction for changes of the results.
    @attached(accessor) @attached(peer, names: prefixed(_))
    public macro Query<Value: Comparable, Element>(
        filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
        transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
    ) = #externalMacro(module: "StrataSwiftDataMacros", type: "QueryMacro") where Element: PersistentModel
#endif
