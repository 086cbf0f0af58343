/// One difference between two versions of a model.
package struct Change: Hashable, Sendable {
    /// The kind of a difference; the raw value marks its line in the output.
    package enum Kind: String, Sendable {
        case added = "+"
        case removed = "-"
        case changed = "~"
    }

    /// The reason why a lightweight migration is impossible.
    package struct Obstacle: Hashable, Sendable {
        /// The reason in a sentence or two.
        package var reason: String
        /// Whether the mapping is known, and only a value for stored objects is missing.
        package var isMissingValue = false

        package init(_ reason: String, isMissingValue: Bool = false) {
            self.reason = reason
            self.isMissingValue = isMissingValue
        }
    }

    package var kind: Kind
    /// The entity or `Entity.property`, by its new name unless it was removed.
    package var subject: String
    /// A description of the element, or of its old and new state.
    package var summary: String
    /// The reason why a lightweight migration is impossible; nil if it is possible.
    package var obstacle: Obstacle?

    /// The name of the entity, or of the composite.
    package var entity: String { String(subject.prefix { $0 != "." }) }

    /// The name of the property; nil for a change of the entity itself.
    package var property: String? {
        subject.contains(".") ? String(subject.drop { $0 != "." }.dropFirst()) : nil
    }
}

extension Change: CustomStringConvertible {
    /// The change in one line, marked with `!` if it is an obstacle, with the reason in a second
    /// line.
    package var description: String {
        let mark = obstacle == nil ? kind.rawValue : "!"
        return "\(mark) \(subject)  \(summary)" + (obstacle.map { "\n      \($0.reason)" } ?? "")
    }
}
