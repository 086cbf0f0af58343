public import CoreData
internal import Foundation
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
    private var request: LiveRequest?
    private var context: NSManagedObjectContext?

    private init(declare: @escaping @MainActor () -> RequestConfiguration) { self.declare = declare }

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
            preconditionFailure("@FetchRequest was read before its view was shown. Read it in body, an action or a task.")
        }
        return request
    }
}

extension FetchRequest where Result: NSManagedObject {
    /// Fetches all objects of the result's entity that a predicate matches; all of them where there is none.
    public init(sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil) {
        self.init { RequestConfiguration(entity: Result.entity(), sortDescriptors: sortDescriptors, predicate: predicate) }
    }

    public init(sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil) {
        self.init(sortDescriptors: sortDescriptors.map(NSSortDescriptor.init), predicate: predicate)
    }

    public init(entity: NSEntityDescription, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil) {
        self.init { RequestConfiguration(entity: entity, sortDescriptors: sortDescriptors, predicate: predicate) }
    }
}

extension FetchRequest: @preconcurrency DynamicProperty {
    public mutating func _install(_ slots: PropertySlots) {
        request = slots.next { LiveRequest() }
        context = slots.environment.managedObjectContext
    }

    public mutating func update() {
        guard let context else { return }
        request?.update(declared: declare(), context: context)
    }
}

/// The objects of a ``FetchRequest``: a collection that is cheap to hold and reads an object when it is asked for.
public struct FetchedResults<Result: NSFetchRequestResult>: RandomAccessCollection {
    let request: LiveRequest
    private let snapshot: LiveResults.Snapshot

    @MainActor init(request: LiveRequest) {
        self.request = request
        snapshot = request.snapshot
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { snapshot.count }

    /// The object at a position; reads a page of neighbours where it is not at hand.
    public subscript(position: Int) -> Result { snapshot.object(at: position) }

    @MainActor public var nsSortDescriptors: [NSSortDescriptor] {
        get { request.configuration.sortDescriptors }
        nonmutating set { request.configuration.sortDescriptors = newValue }
    }

    @MainActor public var nsPredicate: NSPredicate? {
        get { request.configuration.predicate }
        nonmutating set { request.configuration.predicate = newValue }
    }
}
