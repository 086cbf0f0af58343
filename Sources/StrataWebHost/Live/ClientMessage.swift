import Foundation
import StrataViewGraph

/// A message from the browser: an event of the user, or the rows that a list shows.
///
/// Its content is untrusted; `elementEvent` validates it.
struct ClientMessage: Decodable, Equatable {
    let element: Int
    let event: String
    /// The number of the message, counted from 1 for each connection.
    let number: Int
    /// The text of a field, for an input.
    let text: String?
    /// The index of the first visible row and the index behind the last.
    let rows: [Int]?

    init(_ json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

    /// The maximum length of a text field's text, in characters: an app may process the text once
    /// per row, for example in a filter.
    static let longestText = 10_000

    /// More rows than any list has, and few enough that arithmetic cannot overflow.
    private static let mostRows = 1 << 40

    /// The event for the view graph; nil for an invalid message, which the script does not send.
    var elementEvent: ElementEvent? {
        switch event {
        case "press": return .press
        case "delete": return .delete
        case "submit": return .submit
        case "dismiss": return .dismiss
        case "input": return text.map { .input(String($0.prefix(Self.longestText))) }
        case "show":
            guard let rows, rows.count == 2, rows[0] >= 0, rows[0] <= rows[1], rows[1] < Self.mostRows else { return nil }
            return .show(rows[0]..<rows[1])
        default: return nil
        }
    }
}
