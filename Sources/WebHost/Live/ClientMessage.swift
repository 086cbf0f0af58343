import Foundation
import ViewGraph

/// What a browser tells of a person's doing.
struct ClientMessage: Decodable, Equatable {
    let element: Int
    let event: String
    /// Counts up with each message of a page.
    let number: Int
    /// The text of an input.
    let text: String?
    /// The first row on the screen, and the one behind the last.
    let rows: [Int]?

    init(_ json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

    /// The most characters of a text field: what an app does with a text, a filter say, it may do for each of many rows.
    static let longestText = 10_000

    /// More rows than any list has, and few enough to count with.
    private static let mostRows = 1 << 40

    /// The event in the view graph's words; nil for one that makes no sense, which a page of ours does not send.
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
