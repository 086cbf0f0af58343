import Foundation
internal import StrataArchives
import StrataViewGraph

/// An error for a message that the page's script never sends. It ends the connection.
struct ProtocolViolation: Error, CustomStringConvertible {
    /// The end of a sentence about the client that says what it did.
    let description: String

    /// Creates an error for something that the client sent.
    init(_ sent: String) { description = "sent \(sent)" }

    private init(description: String) { self.description = description }

    /// The error for a tab that connects too often.
    static let connections = Self(description: "made more connections than a person can cause")
}

/// A message from the browser: an event of the user, or the rows that a list shows.
///
/// Its content is untrusted. The payload is decoded as the type of event that the element handles.
/// The type's decoder checks it (`ElementEvent`).
///
/// A message has at most 64 KB. A text of a field that may become longer arrives in several
/// messages: all but the last one are events with the name `part`, and have the text's beginning.
/// Their receiver puts the text together (`Window`).
struct ClientMessage {
    /// The maximum size of a message in bytes. `connection.js` has the same number.
    static let longest = 1 << 16
    /// The name of the event with a part of a text.
    static let part = "part"

    /// The ID of the element.
    let element: Int
    /// The name of the event.
    let event: String
    /// The number of the message, counted from 1 for each page.
    let number: Int
    private let json: Data

    private struct Header: Decodable {
        let element: Int
        let event: String
        let number: Int
    }

    /// Reads a message.
    ///
    /// - Throws: ``ProtocolViolation`` for data that is not a message of the script.
    init(_ json: Data) throws {
        // Ignored: the violation ends the connection. What the decoder says is about the sender's
        // text.
        guard let header = try? JSONDecoder().decode(Header.self, fromUntrusted: json) else {
            throw ProtocolViolation("a message that is not of the form of the script's")
        }
        element = header.element
        event = header.event
        number = header.number
        self.json = json
    }

    /// Decodes the message as the first one of a tab that has shown a scene before.
    ///
    /// - Throws: ``ProtocolViolation`` for another one.
    func restoreMessage() throws -> RestoreMessage {
        // Ignored: as above.
        guard let message = try? JSONDecoder().decode(RestoreMessage.self, fromUntrusted: json) else {
            throw ProtocolViolation("a message that is not of the form of the script's")
        }
        return message
    }

    /// Decodes the payload, whose members are beside those of the header.
    ///
    /// - Parameter textBefore: The text of the messages before, of which the payload has the end.
    func payload(as type: any ElementEvent.Type, textBefore: String = "") throws -> any ElementEvent {
        let decoder = JSONDecoder()
        if !textBefore.isEmpty { decoder.userInfo[.textBefore] = textBefore }
        return try decoder.decode(type, fromUntrusted: json)
    }

    /// Decodes the members of a message that is no event of an element.
    ///
    /// - Throws: ``ProtocolViolation`` for another one.
    func members<Members: Decodable>(as type: Members.Type) throws -> Members {
        do {
            return try JSONDecoder().decode(type, fromUntrusted: json)
        } catch {
            let name = String(event.prefix(40)).debugDescription
            throw ProtocolViolation("the message \(name) with a payload that it does not accept")
        }
    }

    /// The payload of a part of a text.
    func partOfText() throws -> String { try JSONDecoder().decode(Part.self, fromUntrusted: json).text }

    private struct Part: Decodable {
        let text: String
    }
}
