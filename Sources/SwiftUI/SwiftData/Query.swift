#if SwiftData
    public import Foundation
    internal import CoreData
    public import StrataViewGraph
    public import SwiftData

    /// The models that a view shows, which the macro of the same name declares:
    ///
    ///     @Query(filter: #Predicate<Trip> { !$0.isOver }, sort: \Trip.start) private var trips: [Trip]
    ///
    /// An initializer of the view can replace the query, to filter by a value of the view:
    ///
    ///     init(person: Person) {
    ///         let name = person.name
    ///         _trips = Query(filter: #Predicate<Trip> { $0.owner?.name == name })
    ///     }
    ///
    /// `sort:` with a key path compares texts by their characters. For the order of the Finder, pass
    /// sort descriptors: `sort: [SortDescriptor(\Trip.name)]`.
    ///
    /// With a section key path, the results are ``SectionedResults``:
    ///
    ///     @Query(sort: \Trip.start, sectionBy: \Trip.country)
    ///     private var trips: SectionedResults<Trip, String>
    ///
    /// A query fetches in the environment's `modelContext`, when the view appears, and follows unsaved
    /// and saved changes of the context. The view is evaluated again when models enter or leave the
    /// results or change their order or section, and not when a property changes that it has not
    /// read. The array is edited in place, at a cost that depends on the change (`LiveModels`).
    @MainActor @preconcurrency
    public struct Query<Element: PersistentModel, Result> {
        private let descriptor: FetchDescriptor<Element>
        private let sectionKeyPath: PartialKeyPath<Element>?
        private let transaction: Transaction?
        private(set) var state: QueryState<Element>?
        private var context: ModelContext?

        init(
            descriptor: FetchDescriptor<Element>, sectionBy keyPath: PartialKeyPath<Element>? = nil,
            _ transaction: Transaction?
        ) {
            self.descriptor = descriptor
            sectionKeyPath = keyPath
            self.transaction = transaction
        }

        /// The error of the last fetch, or of an update of its results; nil if it succeeded. After an
        /// error, the results are those of the last fetch in the same context that succeeded. They are
        /// updated when a read succeeds, and the view is evaluated again then.
        public var fetchError: (any Error)? { state?.error }

        /// The context of the models: the environment's. Before the view is shown, one of a container
        /// without any types, and reading it writes a warning.
        public var modelContext: ModelContext { context ?? earlyRead.reading(EnvironmentValues().modelContext) }

        var earlyRead: EarlyRead { EarlyRead(wrapper: "@Query", type: Element.self) }
    }

    extension Query where Result == [Element] {
        /// The models as they are now, or as an action saw them before it changed them. None before the
        /// view is shown; reading them then writes a warning.
        public var wrappedValue: [Element] { state?.all ?? earlyRead.reading([]) }

        /// Creates a query of the models that a descriptor selects.
        ///
        /// - Parameter animation: The animation for changes of the results that no other transaction
        ///   covers.
        public init(_ descriptor: FetchDescriptor<Element>, animation: Animation) {
            self.init(descriptor: descriptor, Transaction(animation: animation))
        }

        /// Creates a query of the models that a descriptor selects, with a transaction for changes of the
        /// results.
        public init(_ descriptor: FetchDescriptor<Element>, transaction: Transaction? = nil) {
            self.init(descriptor: descriptor, transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], animation: Animation
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors, with
        /// a transaction for changes of the results.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [], transaction: Transaction? = nil
        ) {
            self.init(descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            animation: Animation
        ) {
            self.init(filter: filter, sort: [SortDescriptor(sortedBy: keyPath, order)], animation: animation)
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property, with a
        /// transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            transaction: Transaction? = nil
        ) {
            self.init(filter: filter, sort: [SortDescriptor(sortedBy: keyPath, order)], transaction: transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property.
        /// Models without a value come first.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            animation: Animation
        ) {
            self.init(filter: filter, sort: [SortDescriptor(sortedBy: keyPath, order)], animation: animation)
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property,
        /// with a transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            transaction: Transaction? = nil
        ) {
            self.init(filter: filter, sort: [SortDescriptor(sortedBy: keyPath, order)], transaction: transaction)
        }
    }

    extension Query: @preconcurrency DynamicProperty {
        /// Connects the query to the state in its view's node, and to the context of the environment.
        public mutating func _install(_ slots: PropertySlots) {
            state = slots.next { QueryState<Element>() }
            context = slots.environment.modelContext
        }

        /// Fetches if the descriptor or the context has changed. The view graph calls it before each
        /// evaluation of the body.
        public nonisolated func update() {
            MainActor.assumeIsolated {
                guard let context else { return }
                state?.update(descriptor, sectionBy: sectionKeyPath, transaction, context)
            }
        }
    }

    extension SortDescriptor {
        init<Value: Comparable>(sortedBy keyPath: KeyPath<Compared, Value>, _ order: SortOrder) {
            self.init(sendable(keyPath), order: order)
        }

        init<Value: Comparable>(sortedBy keyPath: KeyPath<Compared, Value?>, _ order: SortOrder) {
            self.init(sendable(keyPath), order: order)
        }
    }

    /// Returns a key path as Sendable. The key path of a query names a property and captures nothing.
    private func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
    }

    /// The results of a query's property, of which the macro finds the type of the models.
    public protocol _QueryResult {
        /// The type of the models.
        associatedtype _QueryElement: PersistentModel
    }

    extension Array: _QueryResult where Element: PersistentModel {
        /// The type of the models.
        public typealias _QueryElement = Element
    }

    extension SectionedResults: _QueryResult {
        /// The type of the models.
        public typealias _QueryElement = Element
    }
#endif
