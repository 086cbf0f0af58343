internal import StrataUndo

// The user's actions, as a host passes them to elements.
extension WindowGraph {
    /// Returns the mounted element with an ID. Nil if it was removed, which happens when the user
    /// acts on an element before the browser has received its removal.
    package func element(_ id: Int) -> Element? { elements[id] }

    /// Passes a user's action to an element. Returns false if the element was removed or does not
    /// handle events of this type.
    @discardableResult
    package func send<Event: ElementEvent>(_ event: Event, to id: Int) -> Bool {
        guard let handler = handler(of: Event.name, in: id) else { return false }
        handle(event, by: handler)
        return true
    }

    private func handle(_ event: any ElementEvent, by handler: EventHandler) {
        performEvent { localizing { activities.perform { RunningAction.perform { handler.handle(event) } } } }
        for id in event.uploads { files.cancelUpload(id) }
    }

    /// Runs code as one event of the user: what it registers with undo managers is one step. A host runs
    /// the flush after an event in it, so that actions of changed values belong to the same step.
    package func performEvent<Result>(_ body: () throws -> Result) rethrows -> Result {
        if UndoEvent.current == nil { undoManager.beginEventOfWindow() }
        return try UndoWindow.with(undoManager) { try UndoEvent.perform(endsTurn: endsTurnWithEvent, body) }
    }

    /// Runs code, and then has data that is shown process its changes, as after a turn of the main
    /// queue.
    package func performTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
        try UndoEvent.perform(endsTurn: true, body)
    }

    /// An error for a message that no host sends.
    package enum ForgedEvent: Error {
        /// The message is for an element that has never existed.
        case unknownElement
        /// No element has ever handled events of this name.
        case unknownName
        /// The payload has an ID that was never given to a host.
        case unknownIdentifier
    }

    /// Passes a user's action, as a host received it, to an element. Returns false if the element
    /// was removed or does not handle events of this name. It may have handled them in the state that
    /// the user saw.
    ///
    /// - Parameter decode: Decodes the payload as the type of event that the element handles.
    /// - Throws: ``ForgedEvent``, or the error of `decode` for a payload that the type does not
    ///   accept.
    @discardableResult
    package func send(
        _ name: String, to id: Int, decode: (any ElementEvent.Type) throws -> any ElementEvent
    ) throws -> Bool {
        guard hasMadeElement(id) else { throw ForgedEvent.unknownElement }
        guard EventHandler.isKnown(name) else { throw ForgedEvent.unknownName }
        guard let handler = handler(of: name, in: id) else {
            // Nothing else will take what was uploaded for the element.
            if [FilesEvent.name, DropEvent.name].contains(name) { files.discardUploads(to: id) }
            return false
        }
        let event = try decode(handler.type)
        guard event.identifiersExist(in: self) else { throw ForgedEvent.unknownIdentifier }
        handle(event, by: handler)
        return true
    }

    /// Returns whether an element with an ID exists or has existed.
    package func hasMadeElement(_ id: Int) -> Bool { (0..<nextElementID).contains(id) }

    private func handler(of name: String, in id: Int) -> EventHandler? { elements[id]?.handlers.first { $0.name == name } }
}
