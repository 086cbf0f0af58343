/// Finds the inverse of each relationship of a schema.
///
/// A relationship and its inverse are two views of the same fact, so each has one inverse at most.
/// A declaration may name it (`inverse: \Stop.trip`), exclude it (`inverse: nil`), or leave it to
/// the schema:
///
/// 1. Two relationships that name each other are inverses.
/// 2. A relationship that names another is its inverse, if the other does not name a third one and
///    has no inverse yet. Otherwise the relationship has no inverse: of two lists that name the
///    same property, the first in the order of declaration gets it, because a model that is added
///    to one list must not appear in both.
/// 3. Of the remaining relationships, two between the same pair of models are inverses if there is
///    exactly one in each direction. With more than one, any choice could be wrong, and each stays
///    one-way.
///
/// Relationships from a model to itself have no direction. Two of them are inverses if one is
/// to-one and the other to-many, such as a manager and their reports. A mother and a father are
/// not.
///
/// `inverse: nil` differs from a missing argument, because it selects another initializer of
/// `Schema.Relationship`.
struct InverseResolver {
    /// A relationship with its models.
    private final class Node {
        let relationship: Schema.Relationship
        let owner: ModelClass
        let destination: ModelClass
        /// The relationship that the declaration names as the inverse.
        var named: Node?
        var inverse: Node?

        init(_ relationship: Schema.Relationship, _ owner: ModelClass, _ destination: ModelClass) {
            self.relationship = relationship
            self.owner = owner
            self.destination = destination
        }

        var title: String { "\(owner.name).\(relationship.name)" }
    }

    /// The models of a relationship, as the key of those between the same ones.
    private struct Direction: Hashable {
        let owner: ObjectIdentifier
        let destination: ObjectIdentifier

        var reversed: Direction { Direction(owner: destination, destination: owner) }
    }

    /// In the order of declaration.
    private var nodes: [Node] = []

    /// Adds a relationship of a class to another one.
    mutating func add(_ relationship: Schema.Relationship, of owner: ModelClass, to destination: ModelClass) {
        nodes.append(Node(relationship, owner, destination))
    }

    /// Sets the inverses of the added relationships.
    ///
    /// - Throws: A `SchemaContradiction` for a key path that does not name a relationship back to the
    ///   owner.
    func resolve() throws {
        for node in nodes { node.named = try namedInverse(of: node) }
        for node in nodes where node.inverse == nil {
            if let named = node.named, named.named === node { pair(node, named) }
        }
        for node in nodes where node.inverse == nil {
            guard let named = node.named, named.inverse == nil, named.named == nil else { continue }
            pair(node, named)
        }
        infer()
        for node in nodes {
            node.relationship.inverseName = node.inverse?.relationship.name
            node.relationship.inverseKeyPath = node.inverse?.relationship.keypath
        }
    }

    private func pair(_ first: Node, _ second: Node) {
        first.inverse = second
        second.inverse = first
    }

    // MARK: Named inverses

    private func namedInverse(of node: Node) throws -> Node? {
        guard let keyPath = node.relationship.inverseKeyPath else { return nil }
        guard let inverse = relationship(at: keyPath, of: node.destination) else {
            throw SchemaContradiction(
                reason: """
                    The inverse of \(node.title) is \(keyPath), which is not a relationship of '\(node.destination.name)'. \
                    Name a stored property whose type is '\(node.owner.name)', or an optional or an array of it.
                    """)
        }
        guard Self.isKind(inverse.destination, of: node.owner) || Self.isKind(node.owner, of: inverse.destination) else {
            throw SchemaContradiction(
                reason: """
                    The inverse of \(node.title) is \(inverse.title), which refers to '\(inverse.destination.name)'. Name a \
                    property that refers to '\(node.owner.name)'.
                    """)
        }
        return inverse
    }

    /// Returns whether a class is another one or one of its subclasses, by the names of their entities:
    /// a key path may be that of another version's class.
    private static func isKind(_ modelClass: ModelClass, of other: ModelClass) -> Bool {
        sequence(first: modelClass, next: \.superclass).contains { $0.name == other.name }
    }

    /// Returns the relationship that a key path reads, in a class, its superclasses, or the key
    /// path's own class.
    private func relationship(at keyPath: AnyKeyPath, of destination: ModelClass) -> Node? {
        let root = (type(of: keyPath).rootType as? any PersistentModel.Type).map(ModelClass.of)
        for modelClass in [destination, root].compactMap(\.self) {
            guard let name = modelClass.path(of: keyPath)?.first else { continue }
            let found = nodes.first { $0.relationship.name == name && Self.isKind(modelClass, of: $0.owner) }
            if let found { return found }
        }
        return nil
    }

    // MARK: Inference

    private func infer() {
        let free = nodes.filter { $0.inverse == nil && $0.named == nil && !$0.relationship.isOneWay }
        let groups = Dictionary(grouping: free) { node in
            Direction(owner: ObjectIdentifier(node.owner), destination: ObjectIdentifier(node.destination))
        }
        for node in free where node.inverse == nil {
            let direction = Direction(owner: ObjectIdentifier(node.owner), destination: ObjectIdentifier(node.destination))
            let same = groups[direction] ?? []
            if direction == direction.reversed {
                guard same.count == 2, same[0].relationship.isToOneRelationship != same[1].relationship.isToOneRelationship
                else { continue }
                pair(same[0], same[1])
            } else if same.count == 1, let reverse = groups[direction.reversed], reverse.count == 1 {
                pair(node, reverse[0])
            }
        }
    }
}
