#if SwiftData
    public import Foundation
    internal import CoreData
    public import StrataViewGraph
    public import SwiftData

    // Queries in sections. The section key path names a stored string, and becomes the first sort
    // descriptor; with another key path, the query is empty, and its `fetchError` says why.

    extension Query where Result == SectionedResults<Element, String> {
        /// The models in sections as they are now, or as an action saw them before it changed them. None
        /// before the view is shown; reading them then writes a warning.
        public var wrappedValue: SectionedResults<Element, String> {
            state?.sections ?? earlyRead.reading(SectionedResults(LiveResults.Snapshot.empty))
        }

        /// Creates a query of the models that a descriptor selects,
        /// in sections by a string, whose changes are animated.
        public init(
            _ descriptor: FetchDescriptor<Element>,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: descriptor, sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that a descriptor selects,
        /// in sections by an optional string, whose changes are animated.
        public init(
            _ descriptor: FetchDescriptor<Element>,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: descriptor, sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that a descriptor selects,
        /// in sections by a string, with a transaction for changes of the results.
        public init(
            _ descriptor: FetchDescriptor<Element>,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: descriptor, sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that a descriptor selects,
        /// in sections by an optional string, with a transaction for changes of the results.
        public init(
            _ descriptor: FetchDescriptor<Element>,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: descriptor, sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors,
        /// in sections by a string, whose changes are animated.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors,
        /// in sections by an optional string, whose changes are animated.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors,
        /// in sections by a string, with a transaction for changes of the results.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of sort descriptors,
        /// in sections by an optional string, with a transaction for changes of the results.
        public init(
            filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property,
        /// in sections by a string, whose changes are animated.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property,
        /// in sections by an optional string, whose changes are animated.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property,
        /// in sections by a string, with a transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of a property,
        /// in sections by an optional string, with a transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property,
        /// in sections by a string, whose changes are animated.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property,
        /// in sections by an optional string, whose changes are animated.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            animation: Animation, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                Transaction(animation: animation))
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property,
        /// in sections by a string, with a transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                transaction)
        }

        /// Creates a query of the models that satisfy a condition, in the order of an optional property,
        /// in sections by an optional string, with a transaction for changes of the results.
        public init<Value: Comparable>(
            filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
            transaction: Transaction? = nil, sectionBy sectionKeyPath: KeyPath<Element, String?>
        ) {
            self.init(
                descriptor: FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(sortedBy: keyPath, order)]),
                sectionBy: sectionKeyPath,
                transaction)
        }
    }

    /// Counts the models of sections without visiting them, so that a list makes only the sections
    /// around its visible rows.
    extension SectionedResults: CountedSections {}
#endif
