public import CoreData
internal import Foundation
internal import Traps
public import ViewGraph

/// Reads objects for a view, and keeps the view current with them.
///
///     @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
///     private var quakes: FetchedResults<Quake>
///
/// Opening reads identifiers; an object is read, with its neighbours, when somebody looks at it. A change of one object costs what
/// that object costs, not what the results do.
@MainActor @preconcurrency
@propertyWrapper
public struct FetchRequest<Result: NSFetchRequestResult> {
    /// What a request asks for; bind to its parts with `$quakes`.
    public struct Configuration {
        public var nsSortDescriptors: [NSSortDescriptor]
        public var nsPredicate: NSPredicate?
    }

    private let declare: @MainActor () -> RequestConfiguration
    private let transaction: Transaction?
    private var request: LiveRequest?
    private var context: NSManagedObjectContext?

    private init(_ transaction: Transaction?, declare: @escaping @MainActor () -> RequestConfiguration) {
        self.transaction = transaction
        self.declare = declare
    }

    /// Fetches what a request asks for: objects, or identifiers, dictionaries or a count by its `resultType`.
    ///
    /// The request is copied: what is changed in it later does not count.
    ///
    /// - Parameter animation: how changes of the results are drawn, unless the code that makes them runs in `withAnimation`.
    public init(fetchRequest: NSFetchRequest<Result>, animation: Animation? = nil) {
        self.init(fetchRequest: fetchRequest, transaction: Transaction(animation: animation))
    }

    /// Fetches what a request asks for, and draws changes of the results in a transaction.
    public init(fetchRequest: NSFetchRequest<Result>, transaction: Transaction) {
        let configuration = RequestConfiguration(fetchRequest)
        self.init(transaction) { configuration }
    }

    /// Fetches the objects of an entity that a predicate matches; all of them where there is none.
    public init(
        entity: NSEntityDescription, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil,
        animation: Animation? = nil
    ) {
        self.init(Transaction(animation: animation)) {
            RequestConfiguration(entity: entity, sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    /// The objects; empty when nothing matches.
    public var wrappedValue: FetchedResults<Result> { FetchedResults(request: installed) }

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

    private var installed: LiveRequest {
        guard let request else {
            trap("@FetchRequest was read before its view was shown. Read it in body, an action or a task.")
        }
        return request
    }
}

extension FetchRequest where Result: NSManagedObject {
    /// Fetches all objects of the result's entity that a predicate matches; all of them where there is none.
    ///
    /// - Parameter animation: how changes of the results are drawn, unless the code that makes them runs in `withAnimation`.
    public init(sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil, animation: Animation? = nil) {
        self.init(Transaction(animation: animation)) {
            RequestConfiguration(entity: Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate)
        }
    }

    public init(sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil, animation: Animation? = nil) {
        self.init(sortDescriptors: sortDescriptors.map(NSSortDescriptor.init), predicate: predicate, animation: animation)
    }
}

extension FetchRequest.Configuration where Result: NSManagedObject {
    /// The order, as far as Swift's descriptors can say it: one made from a name instead of a key path is not among them.
    public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}

extension FetchRequest: @preconcurrency DynamicProperty {
    public mutating func _install(_ slots: PropertySlots) {
        request = slots.next { LiveRequest() }
        context = slots.environment.managedObjectContext
    }

    public mutating func update() {
        guard let context else { return }
        request?.update(declared: declare(), transaction: transaction, context: context)
    }
}

/// The objects of a ``FetchRequest``: a collection that is cheap to hold and reads an object when it is asked for.
public struct FetchedResults<Result: NSFetchRequestResult>: RandomAccessCollection {
    let request: LiveRequest
    private let snapshot: RequestResults.Snapshot

    @MainActor init(request: LiveRequest) {
        self.request = request
        snapshot = request.snapshot
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { snapshot.count }

    /// The object at a position; reads a page of neighbours where it is not at hand.
    public subscript(position: Int) -> Result { snapshot.result(at: position) }

    @MainActor public var nsSortDescriptors: [NSSortDescriptor] {
        get { request.configuration.sortDescriptors }
        nonmutating set { request.configuration.sortDescriptors = newValue }
    }

    @MainActor public var nsPredicate: NSPredicate? {
        get { request.configuration.predicate }
        nonmutating set { request.configuration.predicate = newValue }
    }
}

extension FetchedResults where Result: NSManagedObject {
    /// The order, as far as Swift's descriptors can say it: one made from a name instead of a key path is not among them.
    @MainActor public var sortDescriptors: [SortDescriptor<Result>] {
        get { nsSortDescriptors.compactMap { SortDescriptor($0, comparing: Result.self) } }
        nonmutating set { nsSortDescriptors = newValue.map(NSSortDescriptor.init) }
    }
}
