public import Foundation
internal import StrataTraps

/// A controller that fetches objects in sections, and reports changes of the results to a delegate.
///
///     let request = NSFetchRequest<Quake>(entityName: "Quake")
///     request.sortDescriptors = [
///         NSSortDescriptor(key: "day", ascending: false),
///         NSSortDescriptor(key: "time", ascending: false),
///     ]
///     let controller = NSFetchedResultsController(
///         fetchRequest: request, managedObjectContext: container.viewContext,
///         sectionNameKeyPath: "day", cacheName: nil)
///     controller.delegate = self
///     try controller.performFetch()
///
/// A fetch reads row IDs and section values. Objects are read when they are accessed, a page at a
/// time. The results are kept current while there is a delegate, or a sequence of ``changes`` in
/// use; without either they stay as they were fetched. Use a controller on its context's queue.
///
/// A request of dictionaries or a count needs a controller without a delegate. Its results stay as
/// they were fetched, and `sectionNameKeyPath` is a key of the dictionaries.
open class NSFetchedResultsController<ResultType>: NSObject {
    private(set) var core: FetchedResultsCore
    /// The request. Changes of it take effect with the next `performFetch()`.
    public private(set) var fetchRequest: NSFetchRequest<ResultType>
    /// The class of the last object that was found to be a `ResultType`. In a list of objects of one
    /// class, only the first is cast, because a cast takes longer than finding the object.
    private var accepted: AnyClass?

    /// Creates a controller. Nothing is read until `performFetch()`.
    ///
    /// Traps if the request has no sort descriptors, since sections and index paths need an order.
    ///
    /// - Parameters:
    ///   - fetchRequest: The request. The controller keeps this instance.
    ///   - context: The context to fetch in.
    ///   - sectionNameKeyPath: The key path that divides objects into sections; nil for one
    ///     section. The objects of a section have to be consecutive, so sort by this key path, or
    ///     by one that keeps equal values together, first. Attributes, also those behind to-one
    ///     relationships (`category.name`), are read by the query. Any other key is read from each
    ///     object once, with `value(forKeyPath:)`, and again when that object changes.
    ///   - name: The name of a cache file; see ``cacheName``.
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.fetchRequest = fetchRequest
        cacheName = name
        core = Self.core(fetchRequest, context, sectionNameKeyPath, name) { entity in
            sectionNameKeyPath.map { SectionKey($0, of: entity) }
        }
        super.init()
        core.owner = self
    }

    /// Creates a controller for a request of another type, such as one of a class for a controller
    /// of `NSFetchRequestResult`.
    ///
    /// The controller keeps a copy: changes of its own `fetchRequest` take effect, changes of the
    /// given request do not.
    @_disfavoredOverload
    public convenience init<Requested>(
        fetchRequest: NSFetchRequest<Requested>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.init(
            fetchRequest: NSFetchRequest<ResultType>(fetchRequest), managedObjectContext: context,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    /// Creates a controller that shares the results of another, under another type. The two are
    /// equal.
    ///
    /// Replaces a cast such as `controller as! NSFetchedResultsController<Quake>` on Apple's
    /// platforms.
    public convenience init<Other>(_ other: NSFetchedResultsController<Other>) {
        self.init(other.core, NSFetchRequest(other.fetchRequest), other.cacheName)
    }

    /// Creates a controller with sections by a Swift key path, which may lead to a computed
    /// property: `\Person.initial`.
    ///
    /// Apple has no counterpart: `#keyPath` needs Objective-C.
    public convenience init<Identifier: Hashable>(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: KeyPath<ResultType, Identifier>, cacheName name: String?
    ) {
        let key = SectionKey(sectionNameKeyPath, of: fetchRequest.layout(in: context).entity)
        self.init(Self.core(fetchRequest, context, key.text, name) { _ in key }, fetchRequest, name)
    }

    private static func core(
        _ fetchRequest: NSFetchRequest<ResultType>, _ context: NSManagedObjectContext, _ sectionNameKeyPath: String?,
        _ name: String?,
        _ section: @escaping (NSEntityDescription) -> SectionKey?
    ) -> FetchedResultsCore {
        require(
            fetchRequest.sortDescriptors?.isEmpty == false,
            "A fetched results controller needs a fetch request with sort descriptors; that for '\(fetchRequest.entityName ?? "")' has none."
        )
        return FetchedResultsCore(context, sectionNameKeyPath: sectionNameKeyPath) {
            fetchRequest.fetchBatchSize > 0 ? fetchRequest.fetchBatchSize : LiveResults.pageSize
        } open: {
            try LiveResults.fetched(fetchRequest, section: section, in: context, cache: name.map(ResultsCache.init))
        } values: {
            if fetchRequest.resultType.isSubset(of: .managedObjectIDResultType) { return nil }
            return try context.fetch(fetchRequest)
        } erased: { core in
            let request = NSFetchRequest<any NSFetchRequestResult>()
            request.copySettings(of: fetchRequest)
            return NSFetchedResultsController<any NSFetchRequestResult>(core, request, name)
        }
    }

    // Not a designated initializer, since it is not public: subclasses in other modules would not
    // inherit the convenience initializers.
    private convenience init(_ core: FetchedResultsCore, _ request: NSFetchRequest<ResultType>, _ cacheName: String?) {
        // The request itself may have lost its sort descriptors since the results were fetched.
        let sorted = NSFetchRequest<ResultType>()
        sorted.sortDescriptors = [NSSortDescriptor(key: nil, ascending: true)]
        self.init(
            fetchRequest: sorted, managedObjectContext: core.context, sectionNameKeyPath: nil, cacheName: cacheName)
        self.core = core
        if core.owner == nil { core.owner = self }
        fetchRequest = request
    }

    /// The name of a cache file that keeps the order and the sections of the results; nil for none.
    ///
    /// The next `performFetch()` with this name, also in a later run, reads the file instead of the
    /// store, and applies what the store's history has recorded since. A file that another request,
    /// model, store, program or locale has written under the name is ignored and replaced. These
    /// results are not cached:
    ///
    /// - results from a store without a history (`NSPersistentHistoryTrackingKey`), from several
    ///   stores, from a parent context or from a pinned query generation,
    /// - results with a limit or an offset, with sections that objects compute, or with a predicate
    ///   that reads the time, a random number or app code,
    /// - results that include unsaved changes,
    /// - results that an equal request of the same context already uses, if they are current.
    public let cacheName: String?

    /// Deletes the cache file with a name; all cache files if the name is nil.
    open class func deleteCache(withName name: String?) {
        if let name { ResultsCache(name: name).delete() } else { ResultsCache.deleteAll() }
    }

    /// The context whose objects are fetched.
    open var managedObjectContext: NSManagedObjectContext { core.context }
    /// The key path that divides the results into sections; nil if they are one section.
    open var sectionNameKeyPath: String? { core.sectionNameKeyPath }

    /// The object that is notified of changes, held weakly. A new delegate is notified of later
    /// changes only.
    open var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Fetches the results. A delegate that has the method with a snapshot receives one of all results.
    /// Other delegates are not notified of differences to the previous results.
    ///
    /// - Throws: The store's errors, 134060 (`NSCoreDataError`) if the objects of a section are not
    ///   consecutive, and 134070 (`NSPersistentStoreOperationError`) if there is a delegate and the
    ///   request does not ask for objects.
    open func performFetch() throws { try core.performFetch() }

    // MARK: Staleness

    /// Whether the results may differ from a fresh fetch, because the store could not be read when
    /// they had to be updated.
    ///
    /// They keep their last rows until the query succeeds again. It is run with each later change or
    /// merge of the context. Objects that were not read yet are faults that read as empty; see
    /// `NSManagedObjectContext.isUnreadable(_:)`. The delegate's `controllerDidChangeStaleness(_:)` is
    /// called when the value changes. Strata's own: Apple's controllers raise an exception.
    public var isStale: Bool { core.results?.isStale ?? false }

    /// The time of the first update that failed; nil if the results are current. Strata's own.
    public var staleSince: Date? { core.results?.staleSince }

    /// The error for which the results could not be updated; nil if they are current. Strata's own.
    public var fetchError: (any Error)? { core.results?.fetchError }

    // MARK: Results

    /// All objects in order; nil before `performFetch()`. Each access creates an array of all
    /// objects: prefer `object(at:)` for long results.
    open var fetchedObjects: [ResultType]? {
        if let values = core.values { return values.all.map(fetchRequest.typed) }
        return core.results.map { _ in core.arrangement.rowIDs.indices.map(result) }
    }

    /// The sections; nil before `performFetch()`. Without a section key path, all objects are one
    /// section. Made when they are first read after a change.
    open var sections: [any NSFetchedResultsSectionInfo]? { core.isFetched ? core.sections : nil }

    /// Returns the object at an index path. If its row is not in memory, reads the page around it.
    /// Traps if there is no such object.
    open func object(at indexPath: IndexPath) -> ResultType {
        let place = ResultsDifference.Place(section: indexPath.section, row: indexPath.row)
        if let values = core.values {
            guard let value = values.value(at: place) else {
                trap("There is no value at \(indexPath): the controller has \(values.all.count) in all sections.")
            }
            return fetchRequest.typed(value)
        }
        _ = core.opened
        guard let position = core.arrangement.position(place) else {
            trap(
                "There is no object at \(indexPath): the controller has \(core.arrangement.rowIDs.count) in all sections.")
        }
        return result(position)
    }

    /// Returns the index path of an object; nil if it is not in the results.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        let place =
            if let values = core.values { values.place(of: object) } else { (object as? NSManagedObject).flatMap(core.place) }
        return place.map { IndexPath(row: $0.row, section: $0.section) }
    }

    private func result(_ position: Int) -> ResultType {
        let object = core.object(position)
        if let accepted, type(of: object) == accepted, fetchRequest.resultType != .managedObjectIDResultType {
            return unsafeBitCast(object, to: ResultType.self)
        }
        guard let result = (fetchRequest.resultType == .managedObjectIDResultType ? object.objectID : object) as? ResultType
        else {
            trap(
                "The results of a controller for '\(object.entity.name ?? "")' are not of type \(ResultType.self). Set the entity's class to that."
            )
        }
        // A reference to an object of this class is a `ResultType` as it is, other than an existential.
        if ResultType.self is AnyClass, result is NSManagedObject { accepted = type(of: object) }
        return result
    }

    // MARK: Index

    /// The index titles of the sections, in order. Neighboring sections with equal titles share
    /// one.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for title in core.indexTitles.compactMap(\.self) where titles.last != title { titles.append(title) }
        return titles
    }

    /// Returns the index title for a section name: the delegate's answer or, without a delegate,
    /// the first letter in upper case. A subclass that overrides this method gives all sections their
    /// titles.
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? { core.indexTitle(ofSectionNamed: sectionName) }

    /// Returns the index of the first section with an index title; 0 if there is none.
    ///
    /// `sectionIndex`, the position of the title in the index, is not used.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        core.indexTitles.firstIndex(of: title) ?? 0
    }

    // MARK: Equality

    /// Whether the other object is a controller that shares this one's results, such as the one
    /// that is passed to the delegate.
    open override func isEqual(_ object: Any?) -> Bool { (object as? any SharesCore)?.core === core }

    open override var hash: Int { ObjectIdentifier(core).hashValue }
}

private protocol SharesCore {
    var core: FetchedResultsCore { get }
}

extension NSFetchedResultsController: SharesCore {}

extension NSFetchedResultsController: FetchedResultsOwner {}
