import CoreData

/// The configuration of a view's fetch request. Equal configurations have equal results.
struct RequestConfiguration: Equatable {
    /// A copy of the app's request. It is never mutated, but replaced by another copy.
    private(set) var request: NSFetchRequest<any NSFetchRequestResult>
    /// The key path that divides the results into sections; nil for none.
    var sections: SectionSource?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - request: The request. It is copied.
    ///   - sections: The key path that divides the results into sections; nil for none.
    init<Result>(_ request: NSFetchRequest<Result>, sections: SectionSource? = nil) {
        self.request = NSFetchRequest()
        self.request.copySettings(of: request)
        self.sections = sections
    }

    init(entity: NSEntityDescription?, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate?) {
        request = NSFetchRequest()
        request.entity = entity
        request.sortDescriptors = sortDescriptors
        request.predicate = predicate
    }

    var sortDescriptors: [NSSortDescriptor] {
        get { request.sortDescriptors ?? [] }
        set { change { $0.sortDescriptors = newValue } }
    }

    var predicate: NSPredicate? {
        get { request.predicate }
        set { change { $0.predicate = newValue } }
    }

    private mutating func change(_ change: (NSFetchRequest<any NSFetchRequestResult>) -> Void) {
        let copy = NSFetchRequest<any NSFetchRequestResult>()
        copy.copySettings(of: request)
        change(copy)
        request = copy
    }

    static func == (one: Self, other: Self) -> Bool {
        one.sections == other.sections && (one.request === other.request || one.request.asksTheSame(as: other.request))
    }
}

/// The key path to section identifiers: an attribute or a computed property.
struct SectionSource: Equatable {
    private let keyPath: AnyHashable
    let key: (NSEntityDescription) -> SectionKey

    init<Object, Identifier: Hashable>(_ keyPath: KeyPath<Object, Identifier>) {
        self.keyPath = keyPath
        key = { SectionKey(keyPath, of: $0) }
    }

    /// Creates a source from the names of the properties along a key path, joined by periods.
    init(_ names: String) {
        keyPath = names
        key = { SectionKey(names, of: $0) }
    }

    static func == (one: Self, other: Self) -> Bool { one.keyPath == other.keyPath }
}
