public import CoreData
public import ViewGraph

/// Reads objects for a view in sections, and keeps the view current with them.
///
///     @SectionedFetchRequest<String, Quake>(sectionIdentifier: \.day, sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
///     private var quakes: SectionedFetchResults<String, Quake>
///
/// The section identifier is a stored attribute. Neighbours with the same value form a section, so sort in a way that keeps them
/// together: where the sort and the sections disagree, a value comes up in several sections, as Apple documents.
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
    private let declaredIdentifier: KeyPath<Result, SectionIdentifier>
    private var storage: Storage?
    private var context: NSManagedObjectContext?

    /// The request with the key path that its sections come from.
    final class Storage {
        let request = LiveRequest()
        var sectionIdentifier: KeyPath<Result, SectionIdentifier>
        init(_ sectionIdentifier: KeyPath<Result, SectionIdentifier>) { self.sectionIdentifier = sectionIdentifier }
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
            preconditionFailure(
                "@SectionedFetchRequest was read before its view was shown. Read it in body, an action or a task.")
        }
        return storage
    }
}

extension SectionedFetchRequest where Result: NSManagedObject {
    /// Fetches all objects of the result's entity that a predicate matches; all of them where there is none.
    public init(
        sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil
    ) {
        declaredIdentifier = sectionIdentifier
        declare = {
            RequestConfiguration(
                entity: Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate,
                sectionKey: Storage.key(of: sectionIdentifier))
        }
    }

    public init(
        sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [SortDescriptor<Result>],
        predicate: NSPredicate? = nil
    ) {
        self.init(
            sectionIdentifier: sectionIdentifier, sortDescriptors: sortDescriptors.map(NSSortDescriptor.init),
            predicate: predicate)
    }

    public init(
        entity: NSEntityDescription, sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor],
        predicate: NSPredicate? = nil
    ) {
        declaredIdentifier = sectionIdentifier
        declare = {
            RequestConfiguration(
                entity: entity, sortDescriptors: sortDescriptors, predicate: predicate,
                sectionKey: Storage.key(of: sectionIdentifier))
        }
    }
}

extension SectionedFetchRequest.Storage {
    /// The attribute that a section identifier names.
    @MainActor
    static func key(of keyPath: KeyPath<Result, SectionIdentifier>) -> String {
        guard let name = KeyPathNames.propertyName(of: keyPath) else {
            preconditionFailure(
                """
                The section identifier \(keyPath) is no stored attribute of \(Result.self). Store what the sections go by as an \
                attribute of its own.
                """)
        }
        return name
    }

    /// Sets the configuration with the attribute that a section identifier names.
    @MainActor
    func set(_ configuration: RequestConfiguration, sectionIdentifier keyPath: KeyPath<Result, SectionIdentifier>) {
        var configuration = configuration
        configuration.sectionKey = Self.key(of: keyPath)
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
        if storage.request.update(declared: declare(), context: context) { storage.sectionIdentifier = declaredIdentifier }
    }
}
