internal import CoreData
public import Foundation
public import Observation
internal import Synchronization

/// The models that a descriptor selects, as an observable object outside of views: in a view model,
/// a server or a command-line program.
///
///     let trips = try ResultsObserver<Trip, String>(sectionBy: \.country, modelContext: context)
///     for section in trips.sections ?? … { print(section.title, section.count) }
///
/// Without sections, the type of the titles is `Never`.
///
/// The results follow changes of the context, saved or not, and what other contexts and processes
/// save. Changes from elsewhere reach the context of an actor in a task of that actor, and so a
/// short time after the save. Where no actor is known, observers are notified that the results may
/// differ, and reading them merges the changes.
///
/// Observers are notified when models enter or leave the results, or change their order or section;
/// for the properties of a model, the model notifies its own observers. Use an observer where its
/// context is used.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
    private let registrar = ObservationRegistrar()
    private let arrivals: Arrivals
    private let modelContext: ModelContext
    private var descriptor: FetchDescriptor<Element>
    private var sectionKeyPath: PartialKeyPath<Element>?
    private var live: LiveResults?
    private var subscription: LiveResults.Subscription?
    private var observation: DeferredMergesObservation?
    private var failure: (any Error)?
    /// The error of the last fetch, or of an update of the results, for which the store could not be
    /// read; nil if it succeeded. After an error, the results are as they were, until a read succeeds.
    public var fetchError: (any Error)? {
        registrar.access(self, keyPath: \.fetchError)
        return failure ?? live?.fetchError
    }

    init(
        _ descriptor: FetchDescriptor<Element>, sectionBy keyPath: PartialKeyPath<Element>?, _ context: ModelContext,
        _ isolation: (any Actor)?
    ) throws {
        modelContext = context
        self.descriptor = descriptor
        sectionKeyPath = keyPath
        arrivals = Arrivals()
        try open()
        observation = modelContext.managedObjectContext.observeDeferredMerges(mergeHandler(isolation))
    }

    /// Returns the handler of changes from elsewhere.
    ///
    /// The context keeps the handler as long as the observer exists. So the handler must not keep the
    /// actor, of which the observer may be a property.
    private func mergeHandler(_ isolation: (any Actor)?) -> @Sendable () -> Void {
        guard let isolation else { return { [arrivals] in arrivals.notify() } }
        let context = WeakContext(modelContext)
        return { [weak isolation] in
            guard let isolation else { return }
            context.scheduleMerge(on: isolation)
        }
    }

    // MARK: Results

    /// The models, in order. They are made when they are accessed.
    public var results: FetchResultsCollection<Element> {
        let snapshot = observedSnapshot()
        return FetchResultsCollection(count: snapshot.count) { snapshot.model(at: $0) }
    }

    /// The models in sections; nil for an observer without a section key path.
    public var sections: SectionedResults<Element, SectionTitle>? {
        let snapshot = observedSnapshot()
        guard sectionKeyPath != nil, SectionTitle.self == String.self else { return nil }
        return SectionedResults(snapshot)
    }

    /// Returns the model at a section's index and its own index in the section; nil outside of the
    /// results, and without sections.
    public func element(at indexPath: IndexPath) -> Element? {
        guard let sections, indexPath.count == 2, sections.indices.contains(indexPath[0]),
            case let section = sections[indexPath[0]], section.indices.contains(indexPath[1])
        else { return nil }
        return section[indexPath[1]]
    }

    /// Returns the index of a model's section and the model's index in the section; nil if the model
    /// is not in the results, and without sections. O(log n) unless the model's sort key has changed
    /// since the last turn.
    public func indexPath(for element: Element) -> IndexPath? {
        guard let sections, let object = element.anchor.object, let row = live?.snapshot.position(of: object) else { return nil }
        let section = sections.section(ofRow: row)
        return IndexPath(indexes: [section, row - sections.rowCount(before: section)])
    }

    private func observedSnapshot() -> LiveResults.Snapshot {
        // Merges first, so that this reader is not notified of changes that it sees already.
        modelContext.pull()
        arrivals.access()
        registrar.access(self, keyPath: \.results)
        return live?.snapshot ?? .empty
    }

    // MARK: The request

    /// The condition that the models satisfy; nil for all models. Setting it fetches again.
    public var filterBy: Predicate<Element>? {
        get { observed(descriptor.predicate) }
        set { change { descriptor.predicate = newValue } }
    }

    /// The order of the models, within their sections if there are any. Setting it fetches again.
    public var sortBy: [SortDescriptor<Element>]? {
        get { observed(descriptor.sortBy) }
        set { change { descriptor.sortBy = newValue ?? [] } }
    }

    /// The key path to the sections' titles, to a stored `String` or `String?`; nil for no sections.
    /// Setting it fetches again.
    public var sectionBy: PartialKeyPath<Element>? {
        get { observed(sectionKeyPath) }
        set { change { sectionKeyPath = newValue } }
    }

    private func observed<Value>(_ value: Value) -> Value {
        registrar.access(self, keyPath: \.filterBy)
        return value
    }

    /// Changes the request, and fetches again. If that fails, the results stay, and ``fetchError``
    /// says why.
    private func change(_ change: () -> Void) {
        registrar.withMutation(of: self, keyPath: \.filterBy) {
            registrar.withMutation(of: self, keyPath: \.results) {
                registrar.withMutation(of: self, keyPath: \.fetchError) {
                    change()
                    do { try open() } catch { failure = error }
                }
            }
        }
    }

    private func open() throws {
        let results = try modelContext.liveResults(descriptor, sectionBy: sectionKeyPath)
        live = results
        failure = nil
        subscription = results.subscribe { [weak self] _, change in
            guard let self else { return }
            if change.changesStaleness { registrar.withMutation(of: self, keyPath: \.fetchError) {} }
            if change.movesRows { registrar.withMutation(of: self, keyPath: \.results) {} }
        }
    }
}

@available(*, unavailable, message: "An observer belongs to its context's actor.")
extension ResultsObserver: Sendable {}

/// Refers to a context from tasks, which send it to the context's actor.
// Safe to share: the context is used on its actor only.
private final class WeakContext: @unchecked Sendable {
    private weak var context: ModelContext?
    private let isScheduled = Atomic(false)

    init(_ context: ModelContext) { self.context = context }

    /// Starts a task that merges, unless one is waiting to.
    func scheduleMerge(on actor: any Actor) {
        if isScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        Task { await merge(on: actor) }
    }

    private func merge(on actor: isolated any Actor) {
        // Before the merge, so that changes that come after it start another task.
        _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
        context?.pull()
    }
}

/// Notifies observers, on any thread, of changes that are not merged yet.
private final class Arrivals: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private var count: Int { 0 }

    func access() { registrar.access(self, keyPath: \.count) }

    func notify() { registrar.withMutation(of: self, keyPath: \.count) {} }
}
