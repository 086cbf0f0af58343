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
        package var isMissingValue: Bool
        /// A sentence about what all stored objects need for the change, which is then possible; nil
        /// if it never is.
        package var condition: String?
        /// Whether the values of an attribute are not converted into those of its new type.
        package var isTypeMismatch: Bool

        package init(
            _ reason: String, isMissingValue: Bool = false, unless condition: String? = nil, isTypeMismatch: Bool = false
        ) {
            self.reason = reason
            self.isMissingValue = isMissingValue
            self.condition = condition
            self.isTypeMismatch = isTypeMismatch
        }
    }

    package var kind: Kind
    /// The entity or `Entity.property`, by its new name unless it was removed.
    package var subject: String
    /// A description of the element, or of its old and new state.
    package var summary: String
    /// The reason why a lightweight migration is impossible; nil if it is possible.
    package var obstacle: Obstacle?

    package init(kind: Kind, subject: String, summary: String, obstacle: Obstacle? = nil) {
        self.kind = kind
        self.subject = subject
        self.summary = summary
        self.obstacle = obstacle
    }

    /// The name of the entity, or of the composite.
    package var entity: String { String(subject.prefix { $0 != "." }) }

    /// The name of the property; nil for a change of the entity itself.
    package var property: String? {
        subject.contains(".") ? String(subject.drop { $0 != "." }.dropFirst()) : nil
    }
}

extension Change: CustomStringConvertible {
    /// The change in one line. An obstacle is marked with `!`, and has its reason in a second line. If
    /// the change is possible as long as all stored objects have a value, it is marked with `?`, and
    /// the second line says so.
    package var description: String {
        guard let obstacle else { return "\(kind.rawValue) \(subject)  \(summary)" }
        let mark = obstacle.condition == nil ? "!" : "?"
        return "\(mark) \(subject)  \(summary)\n      \(obstacle.condition ?? obstacle.reason)"
    }
}
