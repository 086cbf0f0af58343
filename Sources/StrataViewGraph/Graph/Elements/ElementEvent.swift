/// A user's action on an element, with its payload.
///
/// A view names the type of event that its element handles, and never decodes a message itself:
///
///     struct Slide: ElementEvent {
///         static let name = "slide"
///         var value: Double
///     }
///     let slide = EventHandler(Slide.self) { value.wrappedValue = $0.value }
///     node.show(.control(.slider(content)), on: [slide])
///
/// A host receives the name of an event and its payload. ``WindowGraph/send(_:to:decode:)`` finds
/// the handler by the name, and has the host decode the payload as the handler's type. Payloads are
/// untrusted: a type whose values have limits checks them in `init(from:)`.
package protocol ElementEvent: Codable, Hashable, Sendable {
    /// The name of the event in a host's messages.
    static var name: String { get }

    /// Returns whether each ID in the payload is one that the window has given to the host. An event
    /// with another ID is forged. The thing with the ID need not exist anymore.
    @MainActor func identifiersExist(in graph: WindowGraph) -> Bool

    /// The IDs of the uploads that the event delivers. Those that its handler does not take are
    /// removed.
    var uploads: [String] { get }
}

extension ElementEvent {
    package func identifiersExist(in graph: WindowGraph) -> Bool { true }
    package var uploads: [String] { [] }
}

/// The action that an element performs for one type of event.
@MainActor
package struct EventHandler {
    /// The name of the type of event.
    let name: String
    /// The type of event.
    let type: any ElementEvent.Type
    private let perform: (any ElementEvent) -> Void

    /// The types of events that an element of any window has handled, and their names. A host sends
    /// no others.
    private static var knownTypes: Set<ObjectIdentifier> = []
    private static var knownNames: Set<String> = []

    /// Returns whether an element of any window handles events of a name, or has handled them.
    static func isKnown(_ name: String) -> Bool { knownNames.contains(name) }

    /// Creates a handler for a type of event.
    package init<Event: ElementEvent>(_ type: Event.Type, perform: @escaping (Event) -> Void) {
        if Self.knownTypes.insert(ObjectIdentifier(type)).inserted { Self.knownNames.insert(type.name) }
        name = type.name
        self.type = type
        self.perform = { event in
            if let event = event as? Event { perform(event) }
        }
    }

    /// Performs the action if the event is of the handler's type.
    func handle(_ event: any ElementEvent) { perform(event) }
}

/// A press of a button, or an activation of another control.
package struct PressEvent: ElementEvent {
    package static let name = "press"
    package init() {}
}

/// A request of the user to close a dialog, for example with the Escape key.
package struct DismissEvent: ElementEvent {
    package static let name = "dismiss"
    package init() {}
}
