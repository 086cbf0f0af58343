/// The messages by which the page's own menu asks about activities, besides the events of elements.
/// Their content is untrusted.
enum ActivityMessages {
    /// The name of the message that asks for a link to continue the activity on another device.
    static let link = "handoffLink"
    /// The name of the message that asks for the activities that match a text.
    static let find = "findActivities"
    /// The name of the message that continues an activity that was found.
    static let `continue` = "continueActivity"

    /// A search.
    struct Find: Decodable {
        /// The maximum length of the text, which the page's field has, too.
        static let longestText = 200

        let text: String
        /// The number of the search, by which the page recognizes the answer.
        let search: Int

        private enum Keys: CodingKey { case text, search }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            text = try values.decode(String.self, forKey: .text)
            search = try values.decode(Int.self, forKey: .search)
            guard text.utf16.count <= Self.longestText else {
                throw DecodingError.dataCorruptedError(forKey: .text, in: values, debugDescription: "The text is too long.")
            }
        }
    }

    /// The choice of an activity.
    struct Choice: Decodable {
        let activity: String
    }
}

/// The entries of the page's own menu that a window offers.
struct ActivityOffer: Equatable {
    /// Whether the activity can be continued on another device.
    var continues = false
    /// Whether there are activities to search for.
    var searches = false
}
