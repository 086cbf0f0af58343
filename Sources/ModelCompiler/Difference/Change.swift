/// One difference between two versions of a model.
package struct Change: Hashable, Sendable {
    /// What became of the element.
    package enum Kind: String, Sendable {
        case added = "+"
        case removed = "-"
        case changed = "~"
    }

    package var kind: Kind
    /// The entity or `Entity.property`, by its new name unless it was removed.
    package var subject: String
    /// What it is, or from what to what it went.
    package var summary: String
    /// Why a lightweight migration cannot do it; nil if it can.
    package var obstacle: String?
}

extension Change: CustomStringConvertible {
    /// The change in a line, marked `!` if it is an obstacle, with the reason in a second one.
    package var description: String {
        let mark = obstacle == nil ? kind.rawValue : "!"
        return "\(mark) \(subject)  \(summary)" + (obstacle.map { "\n      \($0)" } ?? "")
    }
}
