import StrataViewGraph

/// A message in which the page reports the sizes of several elements at once, or the measurements of
/// layouts. Its content is untrusted.
///
/// A page may have thousands of elements whose sizes change at the same time. The window handles
/// their events one after the other, without an update of the graph between them, because the page
/// has measured all of them in the same state. Their changes go out as one patch.
struct ReportsMessage: Decodable {
    static let name = "reports"

    let reports: [Report]

    /// An event of one element.
    struct Report: Decodable {
        let element: Int
        let name: String
        let event: any ElementEvent

        private enum Keys: CodingKey { case element, event }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            element = try values.decode(Int.self, forKey: .element)
            name = try values.decode(String.self, forKey: .event)
            // The payload is beside the header, as in a message of its own.
            switch name {
            case ResizeEvent.name: event = try ResizeEvent(from: decoder)
            case MeasureEvent.name: event = try MeasureEvent(from: decoder)
            default:
                throw DecodingError.dataCorruptedError(
                    forKey: .event, in: values, debugDescription: "The page does not report this event.")
            }
        }
    }
}
