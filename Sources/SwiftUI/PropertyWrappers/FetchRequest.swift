public import CoreData
internal import Foundation
public import StrataViewGraph

/// A property wrapper that fetches objects for a view, and updates the view when they change.
///
///     @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
///     private var quakes: FetchedResults<Quake>
///
/// Fetches in the environment's `managedObjectContext`. A fetch reads only row IDs and prefixes of
/// sort keys. Objects are read when they are accessed, a page at a time. The cost of a change
/// depends on the rows that changed, not on the number of results. Equal requests of one context
/// share their results.
@MainActor @preconcurrency
@propertyWrapper
public struct FetchRequest<Result: NSFetchRequestResult> {
    /// The order and the predicate of a request; bind to them with `$quakes`.
    @MainActor @preconcurrency
    public struct Configuration: Sendable {
        /// The order of the results.
        public var nsSortDescriptors: [NSSortDescriptor]
        /// The predicate that results match; nil for all objects.
        public var nsPredicate: NSPredicate?
    }

    private let declaration: RequestDeclaration
    private let transaction: Transaction?
    private var request: LiveRequest?
    private var context: NSManagedObjectContext?

    private init(_ transaction: Transaction?, declare: @escaping @MainActor (_ isEarly: Bool) -> RequestConfiguration) {
        self.transaction = transaction
        declaration = RequestDeclaration(EarlyRead(wrapper: "@FetchRequest", type: Result.self), declare: declare)
    }

    /// Creates a wrapper for a fetch request: for objects or, depending on its `resultType`, for
    /// object IDs, dictionaries or a count.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied, so later changes to it have no effect.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(fetchRequest: NSFetchRequest<Result>, animation: Animation? = nil) {
        self.init(fetchRequest: fetchRequest, transaction: Transaction(animation: animation))
    }

    /// Creates a wrapper for a fetch request, with a transaction for changes of the results.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. It is copied, so later changes to it have no effect.
    ///   - transaction: The transaction for changes of the results, unless the code that makes them
    ///     runs in one.
    public init(fetchRequest: NSFetchRequest<Result>, transaction: Transaction) {
        let configuration = RequestConfiguration(fetchRequest)
        self.init(transaction) { _ in configuration }
    }

    /// Creates a wrapper for the objects of an entity.
    ///
    /// - Parameters:
    ///   - entity: The entity to fetch.
    ///   - sortDescriptors: The order of the results. Results with equal sort keys are ordered by
    ///     primary key, which is usually the order of their insertion.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(
        entity: NSEntityDescription, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
        animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation)) { _ in
            RequestConfiguration(entity: entity, sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// The results as they are now, or as an action saw them before it changed them; empty if nothing
    /// matches, if the fetch failed, and before the view is shown. Reading them then writes a warning.
    public var wrappedValue: FetchedResults<Result> { FetchedResults(request: installed) }

    /// A binding to the request's order and predicate. Setting either fetches again. Before the view is
    /// shown, it sets what the view starts with, for all copies of the wrapper.
    public var projectedValue: Binding<Configuration> {
        let request = installed
        return Binding {
            Configuration(nsSortDescriptors: request.configuration.sortDescriptors, nsPredicate: request.configuration.predicate)
        } set: {
            var configuration = request.configuration
            configuration.sortDescriptors = $0.nsSortDescriptors
            configuration.predicate = $0.nsPredicate
            request.configuration = configuration
        }
    }

    private var installed: LiveRequest { request ?? declaration.earlyRequest }
}

extension FetchRequest where Result: NSManagedObject {
    /// Creates a wrapper for the objects of the result class's entity.
    ///
    /// - Parameters:
    ///   - sortDescriptors: The order of the results.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    @_disfavoredOverload
    public init(sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil, animation: Animation? = nil) {
        self.init(Transaction(animation: animation)) {
            RequestConfiguration(entity: $0 ? nil : Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// Creates a wrapper for the objects of the result class's entity, ordered by Swift's sort
    /// descriptors.
    ///
    /// - Parameters:
    ///   - sortDescriptors: The order of the results.
    ///   - predicate: The predicate that results match; nil for all objects.
    ///   - animation: The animation for changes of the results, unless the code that makes them
    ///     runs in `withAnimation`.
    public init(sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil, animation: Animation? = nil) {
        self.init(sortDescriptors: sortDescriptors.map(NSSortDescriptor.init), predicate: predicate, animation: animation)
    }
}

extension FetchRequest.Configuration where Result: NSManagedObject {
    /// The order of the results, as Swift's sort descriptors. Omits descriptors that Swift's cannot
    /// express, such as those whose key is a string.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

extension FetchRequest: @preconcurrency DynamicProperty {
    /// Connects the wrapper to the state in its view's node, and to the context of the environment.
    public mutating func _install(_ slots: PropertySlots) {
        request = slots.next { LiveRequest() }
        context = slots.environment.managedObjectContext
    }

    /// Opens the results if the request or the context has changed. The view graph calls it before
    /// each evaluation of the body.
    public mutating func update() {
        guard let context else { return }
        request?.update(declared: declaration.configuration, transaction: transaction, context: context)
    }
}

/// The results of a ``FetchRequest``: a random-access collection that reads objects when they are
/// accessed.
///
/// It keeps the members and the order that the results had when the view accessed them. It uses the
/// memory of a few references, independent of the number of results.
@MainActor @preconcurrency
public struct FetchedResults<Result: NSFetchRequestResult>: RandomAccessCollection {
    let request: LiveRequest
    // Safe: the members of a collection are not isolated, and only read the snapshot. It never changes.
    // Objects in it are used on the queue of their context, as anywhere.
    private nonisolated(unsafe) let snapshot: RequestResults.Snapshot

    init(request: LiveRequest) {
        self.request = request
        snapshot = request.snapshot
    }

    /// The position of the first result: 0.
    public nonisolated var startIndex: Int { 0 }
    /// The position after the last result: the number of results.
    public nonisolated var endIndex: Int { snapshot.count }

    /// Returns the result at a position. If its row is not in memory, reads the page around it.
    public nonisolated subscript(position: Int) -> Result { snapshot.result(at: position) }

    /// Whether the results may differ from a fresh fetch, because the store could not be read. They
    /// keep their last rows, and the view is evaluated again when the value changes. Strata's own.
    public var isStale: Bool { request.staleSince != nil }

    /// The time since when the results are stale; nil if they are current. Strata's own.
    public var staleSince: Date? { request.staleSince }

    /// The error of the last fetch, or of an update of its results; nil if it succeeded. Strata's
    /// own, after `fetchError` of Apple's `Query`.
    public var fetchError: (any Error)? { request.error }

    /// The order of the results. Setting it fetches again.
    public var nsSortDescriptors: [NSSortDescriptor] {
        get { request.configuration.sortDescriptors }
        nonmutating set { request.configuration.sortDescriptors = newValue }
    }

    /// The predicate that results match; nil for all objects. Setting it fetches again.
    public var nsPredicate: NSPredicate? {
        get { request.configuration.predicate }
        nonmutating set { request.configuration.predicate = newValue }
    }
}

extension FetchedResults where Result: NSManagedObject {
    /// The order of the results, as Swift's sort descriptors. Omits descriptors that Swift's cannot
    /// express, such as those whose key is a string. Setting it fetches again.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        nonmutating set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}
