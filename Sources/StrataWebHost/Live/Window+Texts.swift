import StrataViewGraph

// Texts that arrive in several messages.
extension Window {
    /// Receives the next part of a text. Of a text that is too long for its field, which then ignores
    /// it, no further parts are kept.
    func receivePart(_ message: ClientMessage) throws {
        guard graph.hasMadeElement(message.element) else { throw WindowGraph.ForgedEvent.unknownElement }
        guard unfinished == nil || unfinished?.field == message.element else {
            throw ProtocolViolation("a text without its end")
        }
        let part = try message.partOfText()
        var text = unfinished?.text ?? ""
        // The field may be gone. Then the end of the text has no effect.
        var isKept = text.utf16.count <= TextFieldContent.longestTextOfLines
        if case .control(.textField(let field))? = graph.element(message.element)?.content { isKept = field.allows(text) }
        if isKept { text += part }
        unfinished = (message.element, text)
    }
}
