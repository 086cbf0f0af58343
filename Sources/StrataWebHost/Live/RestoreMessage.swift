import Foundation
import StrataViewGraph

/// The first message of a tab that has shown a scene before: the name of its session, and the place
/// to which the tab's URL leads. Its content is untrusted.
struct RestoreMessage: Decodable {
    static let name = "restore"
    /// The name of the message of a tab whose session ends, because its window was closed for good.
    static let end = "endScene"

    /// The name of the session.
    let scene: String
    /// The query of the tab's URL.
    let location: String
    /// The depth of the tab's entry in its history; nil for one that the page has not made.
    let depth: Int?
    /// Whether the tab showed the session until this page replaced another, so that the server may
    /// just not have noticed the end of that page's connection.
    let isReturning: Bool
    /// The surroundings of the window.
    let surroundings: SurroundingsEvent
}
