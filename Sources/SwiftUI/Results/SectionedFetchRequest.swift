public import CoreData
public import ViewGraph
internal import Traps

/// Reads objects for a view in sections, and keeps the view current with them.
///
///     @SectionedFetchRequest<String, Quake>(sectionIdentifier: \.day, sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
///     private var quakes: SectionedFetchResults<String, Quake>
///
/// The section identifier is an attribute, also one behind a relationship, or any property that is computed of an object; then opening asks each object once, and a change
/// asks those that changed. Neighbours with the same value form a section, so sort in a way that keeps them together: where the sort and the
/// sections disagree, a value comes up in several sections, as Apple documents.
@MainActor @preconcurrency
@propertyWrapper
public struct SectionedFetchRequest<SectionIdentifier: Hashable, Result: NSFetchRequestResult> {
    /// What a request asks for; bind to its parts with `$quakes`.
    public struct Configuration {
        public var sectionIdentifier: KeyPath<Result, SectionIdentifier>
        public var nsSortDescriptors: [NSSortDescriptor]
        public var nsPredicate: NSPredicate?
    }

    private let declare: @MainActor () -> RequestConfiguration
    private let transaction: Transaction?
    private let declaredIdentifier: KeyPath<Result, SectionIdentifier>
    private var storage: Storage?
    private var context: NSManagedObjectContext?

    /// The request with the key path that its sections come from.
    final class Storage {
        let request = LiveRequest()
        var sectionIdentifier: KeyPath<Result, SectionIdentifier>
        init(_ sectionIdentifier: KeyPath<Result, SectionIdentifier>) { self.sectionIdentifier = sectionIdentifier }
    }

    private init(
        _ transaction: Transaction?, _ sectionIdentifier: KeyPath<Result, SectionIdentifier>,
        declare: @escaping @MainActor () -> RequestConfiguration
    ) {
        self.transaction = transaction
        declaredIdentifier = sectionIdentifier
        self.declare = {
            var configuration = declare()
            configuration.sections = SectionSource(sectionIdentifier)
            return configuration
        }
    }

    /// Fetches the objects that a request asks for.
    ///
    /// The request is copied: what is changed in it later does not count.
    ///
    /// - Parameter animation: how changes of the results are drawn, unless the code that makes them runs in `withAnimation`.
    public init(
        fetchRequest: NSFetchRequest<Result>, sectionIdentifier: KeyPath<Result, SectionIdentifier>, animation: Animation? = nil
    ) {
        self.init(
            fetchRequest: fetchRequest, sectionIdentifier: sectionIdentifier, transaction: Transaction(animation: animation))
    }

    /// Fetches the objects that a request asks for, and draws changes of the results in a transaction.
    public init(
        fetchRequest: NSFetchRequest<Result>, sectionIdentifier: KeyPath<Result, SectionIdentifier>, transaction: Transaction
    ) {
        let configuration = RequestConfiguration(fetchRequest)
        self.init(transaction, sectionIdentifier) { configuration }
    }

    /// Fetches the objects of an entity that a predicate matches; all of them where there is none.
    public init(
        entity: NSEntityDescription, sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor],
        predicate: NSPredicate? = nil, animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation), sectionIdentifier) {
            RequestConfiguration(entity: entity, sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// The sections; none when nothing matches.
    public var wrappedValue: SectionedFetchResults<SectionIdentifier, Result> { SectionedFetchResults(storage: installed) }

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

    private var installed: Storage {
        guard let storage else {
            trap(
                "@SectionedFetchRequest was read before its view was shown. Read it in body, an action or a task.")
        }
        return storage
    }
}

extension SectionedFetchRequest where Result: NSManagedObject {
    /// Fetches all objects of the result's entity that a predicate matches; all of them where there is none.
    ///
    /// - Parameter animation: how changes of the results are drawn, unless the code that makes them runs in `withAnimation`.
    public init(
        sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
        animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation), sectionIdentifier) {
            RequestConfiguration(entity: Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

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
    /// The order, as far as Swift's descriptors can say it: one made from a name instead of a key path is not among them.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

extension SectionedFetchRequest.Storage {
    /// Sets the configuration with sections by a key path.
    @MainActor
    func set(_ configuration: RequestConfiguration, sectionIdentifier keyPath: KeyPath<Result, SectionIdentifier>) {
        var configuration = configuration
        configuration.sections = SectionSource(keyPath)
        sectionIdentifier = keyPath
        request.configuration = configuration
    }
}

extension SectionedFetchRequest: @preconcurrency DynamicProperty {
    public mutating func _install(_ slots: PropertySlots) {
        storage = slots.next { Storage(declaredIdentifier) }
        context = slots.environment.managedObjectContext
    }

    // Apple's is not mutating either.
    public func update() {
        guard let context, let storage else { return }
        let isOther = storage.request.update(declared: declare(), transaction: transaction, context: context)
        if isOther { storage.sectionIdentifier = declaredIdentifier }
    }
}
