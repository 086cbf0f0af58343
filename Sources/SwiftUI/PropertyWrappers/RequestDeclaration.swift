internal import StrataTraps

/// The configuration of a fetch request that the value of a view declares, with what is set before
/// the view is shown.
///
/// The initializer of a view, or a function that makes the wrapper, may read and set a request that
/// no view has yet. The copies of a wrapper share its declaration, so what is set through one of
/// them is what the view starts with. The request of the view is another one, with results.
@MainActor
class RequestDeclaration {
    private let read: EarlyRead
    private let declare: @MainActor (_ isEarly: Bool) -> RequestConfiguration
    /// The request before the view is shown, and its first configuration; nil until it is used.
    private var early: (request: LiveRequest, declared: RequestConfiguration)?

    /// - Parameter declare: Returns the configuration that the view declares. If it is early, it needs
    ///   no entity, since no model may be loaded yet.
    init(_ read: EarlyRead, declare: @escaping @MainActor (_ isEarly: Bool) -> RequestConfiguration) {
        self.read = read
        self.declare = declare
    }

    /// The request before the view is shown. It has no results, and keeps what is set.
    final var earlyRequest: LiveRequest {
        if let early { return early.request }
        let declared = declare(true)
        let request = LiveRequest(read, declared)
        early = (request, declared)
        return request
    }

    /// The configuration that the view starts with.
    final var configuration: RequestConfiguration {
        var configuration = declare(false)
        guard let early, early.request.configuration != early.declared else { return configuration }
        let changed = early.request.configuration
        configuration.sortDescriptors = changed.sortDescriptors
        configuration.predicate = changed.predicate
        configuration.sections = changed.sections
        return configuration
    }
}

/// A read of a property wrapper before its view is shown.
struct EarlyRead {
    let wrapper: StaticString
    let type: Any.Type

    /// Returns the value of the read, and writes a warning, unless it was written before.
    func reading<Value>(_ value: Value) -> Value {
        Self.log.warn(
            "A \(wrapper) of \(type) was read before its view was shown, and has no results yet. "
                + "Read it in body, an action or a task.")
        return value
    }

    private static let log = OneTimeLog()

    /// The warnings that were written.
    static var warnings: Set<String> { log.messages }
}
