public import Foundation

extension ResultsObserver where SectionTitle == Never {
    /// Creates an observer of the models that a descriptor selects, without sections,
    /// in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: nil, modelContext, isolation)
    }

    /// Creates an observer of the models that a descriptor selects, without sections,
    /// in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(),
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: nil, ModelContext(modelContainer), isolation)
    }

    /// Creates an observer of the models that satisfy a condition, without sections,
    /// in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: nil, modelContext, isolation)
    }

    /// Creates an observer of the models that satisfy a condition, without sections,
    /// in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: nil, ModelContext(modelContainer), isolation)
    }
}

extension ResultsObserver where SectionTitle == String {
    /// Creates an observer of the models that a descriptor selects, with sections by a key path to
    /// a string, in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: sectionBy, modelContext, isolation)
    }

    /// Creates an observer of the models that a descriptor selects, with sections by a key path to
    /// an optional string, in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: sectionBy, modelContext, isolation)
    }

    /// Creates an observer of the models that a descriptor selects, with sections by a key path to
    /// a string, in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: sectionBy, ModelContext(modelContainer), isolation)
    }

    /// Creates an observer of the models that a descriptor selects, with sections by a key path to
    /// an optional string, in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            fetchDescriptor, sectionBy: sectionBy, ModelContext(modelContainer), isolation)
    }

    /// Creates an observer of the models that satisfy a condition, with sections by a key path to a
    /// string, in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String>,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: sectionBy, modelContext, isolation)
    }

    /// Creates an observer of the models that satisfy a condition, with sections by a key path to
    /// an optional string, in a context.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String?>,
        modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: sectionBy, modelContext, isolation)
    }

    /// Creates an observer of the models that satisfy a condition, with sections by a key path to a
    /// string, in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String>,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: sectionBy, ModelContext(modelContainer),
            isolation)
    }

    /// Creates an observer of the models that satisfy a condition, with sections by a key path to
    /// an optional string, in a new context of a container.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, and `SwiftDataError.unsupportedKeyPath`
    ///   for a computed property.
    public convenience init(
        filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String?>,
        modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
    ) throws {
        try self.init(
            FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectionBy: sectionBy, ModelContext(modelContainer),
            isolation)
    }
}
