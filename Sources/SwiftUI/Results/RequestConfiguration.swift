import CoreData

/// What a view's fetch request asks for.
struct RequestConfiguration: Equatable {
    /// A copy of the app's, which nobody changes.
    private(set) var request: NSFetchRequest<any NSFetchRequestResult>
    /// The attribute that sections rows, where they are sectioned.
    var sectionKey: String?

    /// - Parameter request: what to fetch; it is copied.
    init<Result>(_ request: NSFetchRequest<Result>, sectionKey: String? = nil) {
        self.request = NSFetchRequest()
        self.request.takeOver(request)
        self.sectionKey = sectionKey
    }

    init(
        entity: NSEntityDescription, sortDescriptors: [NSSortDescriptor], predicate: NSPredicate?, sectionKey: String? = nil
    ) {
        request = NSFetchRequest()
        request.entity = entity
        request.sortDescriptors = sortDescriptors
        request.predicate = predicate
        self.sectionKey = sectionKey
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
        copy.takeOver(request)
        change(copy)
        request = copy
    }

    static func == (one: Self, other: Self) -> Bool {
        one.sectionKey == other.sectionKey && (one.request === other.request || one.request.asksTheSame(as: other.request))
    }
}
