import Foundation
import StrataViewGraph

/// An error for a message that the page's script never sends. It ends the connection.
struct ProtocolViolation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A message from the browser: an event of the user, or the rows that a list shows.
///
/// Its content is untrusted. The payload is decoded as the type of event that the element handles.
/// The type's decoder checks it (`ElementEvent`).
struct ClientMessage {
    /// The ID of the element.
    let element: Int
    /// The name of the event.
    let event: String
    /// The number of the message, counted from 1 for each connection.
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
        guard let header = try? JSONDecoder().decode(Header.self, from: json) else {
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
        guard let message = try? JSONDecoder().decode(RestoreMessage.self, from: json) else {
            throw ProtocolViolation("a message that is not of the form of the script's")
        }
        return message
    }

    /// Decodes the payload, whose members are beside those of the header.
    func payload(as type: any ElementEvent.Type) throws -> any ElementEvent { try JSONDecoder().decode(type, from: json) }
}
