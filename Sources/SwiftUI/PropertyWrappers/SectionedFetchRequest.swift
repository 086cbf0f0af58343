public import CoreData
public import StrataViewGraph

/// A property wrapper that fetches objects in sections for a view, and updates the view when they
/// change.
///
///     @SectionedFetchRequest<String, Quake>(
///         sectionIdentifier: \.day, sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
///     private var quakes: SectionedFetchResults<String, Quake>
///
/// The section identifier is an attribute of the object or of a related one, or a computed
/// property. A computed property is read from each object when the results are opened, and again
/// from each object that changes. Consecutive objects with equal values form a section, so sort in
/// an order that keeps equal values together. If the order separates them, there are several
/// sections for a value, as Apple documents.
@MainActor @preconcurrency
@propertyWrapper
public struct SectionedFetchRequest<SectionIdentifier: Hashable, Result: NSFetchRequestResult> {
    /// The sections, order and predicate of a request; bind to them with `$quakes`.
    @MainActor @preconcurrency
    public struct Configuration: Sendable {
        /// The key path to the section identifier.
        public var sectionIdentifier: KeyPath<Result, SectionIdentifier>
        /// The order of the results.
        public var nsSortDescriptors: [NSSortDescriptor]
        /// The predicate that results match; nil for all objects.
        public var nsPredicate: NSPredicate?
    }

    private let declaration: Declaration
    private let transaction: Transaction?
    private var storage: Storage?
    private var context: NSManagedObjectContext?

    /// The live request, and the current key path to the section identifier.
    final class Storage {
        let request: LiveRequest
        var sectionIdentifier: KeyPath<Result, SectionIdentifier>
        init(_ request: LiveRequest, _ sectionIdentifier: KeyPath<Result, SectionIdentifier>) {
            self.request = request
            self.sectionIdentifier = sectionIdentifier
        }
    }

    /// The declaration of the request, with the key path to the section identifier.
    private final class Declaration: RequestDeclaration {
        private let declaredIdentifier: KeyPath<Result, SectionIdentifier>
        private var stored: Storage?

        init(
            _ sectionIdentifier: KeyPath<Result, SectionIdentifier>,
            declare: @escaping @MainActor (_ isEarly: Bool) -> RequestConfiguration
        ) {
            declaredIdentifier = sectionIdentifier
            super.init(EarlyRead(wrapper: "@SectionedFetchRequest", type: Result.self)) {
                var configuration = declare($0)
                configuration.sections = SectionSource(sectionIdentifier)
                return configuration
            }
        }

        /// The storage before the view is shown.
        var earlyStorage: Storage {
            if let stored { return stored }
            let storage = Storage(earlyRequest, declaredIdentifier)
            stored = storage
            return storage
        }

        /// The key path that the view starts with.
        var sectionIdentifier: KeyPath<Result, SectionIdentifier> { stored?.sectionIdentifier ?? declaredIdentifier }
    }

    private init(
        _ transaction: Transaction?, _ sectionIdentifier: KeyPath<Result, SectionIdentifier>,
        declare: @escaping @MainActor (_ isEarly: Bool) -> RequestConfiguration
    ) {
        self.transaction = transaction
        declaration = Declaration(sectionIdentifier, declare: declare)
    }

    /// Creates a wrapper for a fetch request.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied, so later changes to it have no effect.
    ///   - sectionIdentifier: The key path to the section identifier.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(
        fetchRequest: NSFetchRequest<Result>, sectionIdentifier: KeyPath<Result, SectionIdentifier>, animation: Animation? = nil
    ) {
        self.init(
            fetchRequest: fetchRequest, sectionIdentifier: sectionIdentifier, transaction: Transaction(animation: animation))
    }

    /// Creates a wrapper for a fetch request, with a transaction for changes of the results.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied, so later changes to it have no effect.
    ///   - sectionIdentifier: The key path to the section identifier.
    ///   - transaction: The transaction for changes of the results, unless the code that makes them
    ///     runs in one.
    public init(
        fetchRequest: NSFetchRequest<Result>, sectionIdentifier: KeyPath<Result, SectionIdentifier>, transaction: Transaction
    ) {
        let configuration = RequestConfiguration(fetchRequest)
        self.init(transaction, sectionIdentifier) { _ in configuration }
    }

    /// Creates a wrapper for the objects of an entity.
    ///
    /// - Parameters:
    ///   - entity: The entity to fetch.
    ///   - sectionIdentifier: The key path to the section identifier.
    ///   - sortDescriptors: The order of the results. It has to keep objects of a section together.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(
        entity: NSEntityDescription, sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor],
        predicate: NSPredicate? = nil, animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation), sectionIdentifier) { _ in
            RequestConfiguration(entity: entity, sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// The sections as they are now, or as an action saw them before it changed them; none if nothing
    /// matches, if the fetch failed, and before the view is shown. Reading them then writes a warning.
    public var wrappedValue: SectionedFetchResults<SectionIdentifier, Result> { SectionedFetchResults(storage: installed) }

    /// A binding to the request's sections, order and predicate. Setting any of them fetches again.
    /// Before the view is shown, it sets what the view starts with, for all copies of the wrapper.
    public var projectedValue: Binding<Configuration> {
        let storage = installed
        return Binding {
            Configuration(
                sectionIdentifier: storage.sectionIdentifier, nsSortDescriptors: storage.request.configuration.sortDescriptors,
                nsPredicate: storage.request.configuration.predicate)
        } set: {
            var configuration = storage.request.configuration
            configuration.sortDescriptors = $0.nsSortDescriptors
            configuration.predicate = $0.nsPredicate
            storage.set(configuration, sectionIdentifier: $0.sectionIdentifier)
        }
    }

    private var installed: Storage { storage ?? declaration.earlyStorage }
}

extension SectionedFetchRequest where Result: NSManagedObject {
    /// Creates a wrapper for the objects of the result class's entity.
    ///
    /// - Parameters:
    ///   - sectionIdentifier: The key path to the section identifier.
    ///   - sortDescriptors: The order of the results. It has to keep objects of a section together.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    @_disfavoredOverload
    public init(
        sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
        animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation), sectionIdentifier) {
            RequestConfiguration(entity: $0 ? nil : Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// Creates a wrapper for the objects of the result class's entity, ordered by Swift's sort
    /// descriptors.
    ///
    /// - Parameters:
    ///   - sectionIdentifier: The key path to the section identifier.
    ///   - sortDescriptors: The order of the results. It has to keep objects of a section together.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(
        sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [SortDescriptor<Result>],
        predicate: NSPredicate? = nil, animation: Animation? = nil
    ) {
        self.init(
            sectionIdentifier: sectionIdentifier, sortDescriptors: sortDescriptors.map(NSSortDescriptor.init),
            predicate: predicate, animation: animation)
    }
}

extension SectionedFetchRequest.Configuration where Result: NSManagedObject {
    /// The order of the results, as Swift's sort descriptors. Omits descriptors that Swift's cannot
    /// express, such as those whose key is a string.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

extension SectionedFetchRequest.Storage {
    /// Sets the configuration, and the key path of its sections.
    @MainActor
    func set(_ configuration: RequestConfiguration, sectionIdentifier keyPath: KeyPath<Result, SectionIdentifier>) {
        var configuration = configuration
        configuration.sections = SectionSource(keyPath)
        sectionIdentifier = keyPath
        request.configuration = configuration
    }
}

extension SectionedFetchRequest: @preconcurrency DynamicProperty {
    /// Connects the wrapper to the state in its view's node, and to the context of the environment.
    public mutating func _install(_ slots: PropertySlots) {
        storage = slots.next { Storage(LiveRequest(), declaration.sectionIdentifier) }
        context = slots.environment.managedObjectContext
    }

    /// Opens the results if the request or the context has changed. The view graph calls it before
    /// each evaluation of the body.
    // As on Apple's platforms, this is not mutating.
    public func update() {
        guard let context, let storage else { return }
        let isOther = storage.request.update(declared: declaration.configuration, transaction: transaction, context: context)
        if isOther { storage.sectionIdentifier = declaration.sectionIdentifier }
    }
}
