public import Foundation
internal import Traps

/// The results of a fetch in sections, kept current while a delegate hears of what changes.
///
///     let request = NSFetchRequest<Quake>(entityName: "Quake")
///     request.sortDescriptors = [NSSortDescriptor(key: "day", ascending: false), NSSortDescriptor(key: "time", ascending: false)]
///     let controller = NSFetchedResultsController(
///         fetchRequest: request, managedObjectContext: container.viewContext, sectionNameKeyPath: "day", cacheName: nil)
///     controller.delegate = self
///     try controller.performFetch()
///
/// Opening reads identifiers and what sections go by; an object is read, with its neighbours, when somebody looks at it. Without a delegate
/// the results stay as they were fetched. Use it on its context's queue.
open class NSFetchedResultsController<ResultType>: NSObject {
    let core: FetchedResultsCore
    /// What is fetched; a change of it counts with the next `performFetch()`.
    public let fetchRequest: NSFetchRequest<ResultType>

    /// Makes a controller; nothing is read until `performFetch()`.
    ///
    /// Traps where the request has no sort descriptor: an order has to be told.
    ///
    /// - Parameter sectionNameKeyPath: what sections go by; their rows have to stand together, so sort by it, or by what agrees with it, first. An
    ///   attribute, or one behind to-one relationships (`category.name`), is read by the store; any other key is asked of each object once,
    ///   by `value(forKeyPath:)`, and again when that object changes.
    public convenience init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.init(fetchRequest, context, sectionNameKeyPath, name) { entity in
            sectionNameKeyPath.map { SectionKey($0, of: entity) }
        }
    }

    /// Creates a controller for a request of another type, such as one of a class for a controller
    /// of `NSFetchRequestResult`.
    ///
    /// The controller keeps a copy: a later change of `fetchRequest` counts, one of the request
    /// that was given does not.
    @_disfavoredOverload
    public convenience init<Requested>(
        fetchRequest: NSFetchRequest<Requested>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        self.init(
            fetchRequest: NSFetchRequest<ResultType>(fetchRequest), managedObjectContext: context,
            sectionNameKeyPath: sectionNameKeyPath, cacheName: name)
    }

    /// Creates a second face of a controller, with results of another type: both show one set of
    /// results and are equal.
    ///
    /// Takes the place of a cast, such as `controller as! NSFetchedResultsController<Quake>` on
    /// Apple's platforms.
    public convenience init<Other>(_ other: NSFetchedResultsController<Other>) {
        self.init(other.core, NSFetchRequest(other.fetchRequest), other.cacheName)
    }

    /// The same with sections by a Swift key path, also to a computed property: `\Person.initial`. Ours: there is no `#keyPath` without
    /// Objective-C.
    public convenience init<Identifier: Hashable>(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: KeyPath<ResultType, Identifier>, cacheName name: String?
    ) {
        let key = SectionKey(sectionNameKeyPath, of: fetchRequest.layout(in: context).entity)
        self.init(fetchRequest, context, key.text, name) { _ in key }
    }

    private init(
        _ fetchRequest: NSFetchRequest<ResultType>, _ context: NSManagedObjectContext, _ sectionNameKeyPath: String?,
        _ name: String?,
        _ section: @escaping (NSEntityDescription) -> SectionKey?
    ) {
        require(
            fetchRequest.sortDescriptors?.isEmpty == false,
            "A fetched results controller needs a fetch request with sort descriptors; that for '\(fetchRequest.entityName ?? "")' has none."
        )
        self.fetchRequest = fetchRequest
        cacheName = name
        core = FetchedResultsCore(context, sectionNameKeyPath: sectionNameKeyPath) {
            fetchRequest.fetchBatchSize > 0 ? fetchRequest.fetchBatchSize : LiveResults.pageSize
        } open: {
            try LiveResults.fetched(fetchRequest, section: section, in: context, cache: name.map(ResultsCache.init))
        } erased: { core in
            let request = NSFetchRequest<any NSFetchRequestResult>()
            request.takeOver(fetchRequest)
            return NSFetchedResultsController<any NSFetchRequestResult>(core, request, name)
        }
    }

    private init(_ core: FetchedResultsCore, _ request: NSFetchRequest<ResultType>, _ cacheName: String?) {
        self.core = core
        self.cacheName = cacheName
        fetchRequest = request
    }

    /// Under which name the order and the sections are kept in a file of the user's caches; nil for not at all.
    ///
    /// The next `performFetch()` under this name, also of a later run, reads the file instead of the store, and applies what the store's history tells was
    /// written since. What another request kept under the name, another model, store, program or locale, is not used, and replaced. Not kept are results of
    /// stores without a history (`NSPersistentHistoryTrackingKey`), of several stores, with a limit or an offset, with sections that objects compute, and those
    /// of a request whose results somebody else in the context holds already.
    public let cacheName: String?

    /// Removes what is kept under a name; nil for all names.
    open class func deleteCache(withName name: String?) {
        if let name { ResultsCache(name: name).delete() } else { ResultsCache.deleteAll() }
    }

    public var managedObjectContext: NSManagedObjectContext { core.context }
    public var sectionNameKeyPath: String? { core.sectionNameKeyPath }

    /// Hears of changes; held weakly.
    public var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { core.delegate }
        set { core.delegate = newValue }
    }

    /// Fetches. Throws what the store reports, and an error (134060) where rows of one section do not stand together.
    open func performFetch() throws { try core.performFetch() }

    // MARK: Results

    /// All objects in order, nil before `performFetch()`. Makes each of them; ask for single ones where there are many.
    public var fetchedObjects: [ResultType]? {
        core.results.map { _ in core.arrangement.numbers.indices.map(result) }
    }

    /// The sections, nil before `performFetch()`; one where the controller has no key path for them.
    public var sections: [any NSFetchedResultsSectionInfo]? { core.results.map { _ in core.sections } }

    /// The object at a place; reads a page of neighbours where it is not at hand. Traps where there is none.
    public func object(at indexPath: IndexPath) -> ResultType {
        _ = core.opened
        guard let position = core.arrangement.position(ResultsDifference.Place(section: indexPath.section, row: indexPath.row))
        else {
            trap(
                "There is no object at \(indexPath): the controller has \(core.arrangement.numbers.count) in all.")
        }
        return result(position)
    }

    /// Where an object is; nil where it is not among the results.
    public func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? NSManagedObject).flatMap(core.place).map { IndexPath(row: $0.row, section: $0.section) }
    }

    private func result(_ position: Int) -> ResultType {
        let object = core.object(position)
        guard let result = (fetchRequest.resultType == .managedObjectIDResultType ? object.objectID : object) as? ResultType
        else {
            trap(
                "The results of a controller for '\(object.entity.name ?? "")' are no \(ResultType.self). Give the entity that class."
            )
        }
        return result
    }

    // MARK: Index

    /// What stands for the sections in an index, each once.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for title in core.sections.compactMap(\.indexTitle) where titles.last != title { titles.append(title) }
        return titles
    }

    open func sectionIndexTitle(forSectionName sectionName: String) -> String? { core.indexTitle(ofSectionNamed: sectionName) }

    /// The number of the first section with an index title.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        core.sections.firstIndex { $0.indexTitle == title } ?? 0
    }

    // MARK: Equality

    /// Whether both are one controller: delegates are given theirs under another type.
    open override func isEqual(_ object: Any?) -> Bool { (object as? any SharesCore)?.core === core }

    open override var hash: Int { ObjectIdentifier(core).hashValue }
}

private protocol SharesCore {
    var core: FetchedResultsCore { get }
}

extension NSFetchedResultsController: SharesCore {}
