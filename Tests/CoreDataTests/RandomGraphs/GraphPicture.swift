import CoreData

/// The values of an object. Related objects are identified by their keys, which never change.
struct GraphThing: Equatable {
    let kind: GraphKind
    var isSpecial = false
    var value = 0
    var name: String?
    /// The members of each relationship that has some. Members of unordered relationships are
    /// sorted.
    private var members: [String: [Int]] = [:]

    init(_ kind: GraphKind, isSpecial: Bool = false) {
        self.kind = kind
        self.isSpecial = isSpecial
    }

    subscript(link: String) -> [Int] {
        get { members[link] ?? [] }
        set { members[link] = newValue.isEmpty ? nil : newValue }
    }

    var isUnrelated: Bool { members.isEmpty }

    func isRelated(as other: GraphThing) -> Bool { members == other.members }
}

/// The state that a context must see: all objects by key. It updates both sides of a relationship,
/// by the simplest means.
struct GraphPicture {
    var things: [Int: GraphThing] = [:]

    func thing(_ key: Int) -> GraphThing {
        guard let thing = things[key] else { preconditionFailure("The reference has no object \(key).") }
        return thing
    }

    func keys(_ kind: GraphKind) -> [Int] { things.filter { $0.value.kind == kind }.keys.sorted() }

    // MARK: Relationships

    mutating func relate(_ key: Int, _ link: GraphLink, to other: Int) {
        if thing(key)[link.name].contains(other) { return }
        if !link.isToMany { clear(key, link) }
        if !link.opposite.isToMany { clear(other, link.opposite) }
        put(other, into: link, of: key)
        put(key, into: link.opposite, of: other)
    }

    mutating func unrelate(_ key: Int, _ link: GraphLink, from other: Int) {
        things[key]?[link.name].removeAll { $0 == other }
        things[other]?[link.inverse].removeAll { $0 == key }
    }

    mutating func clear(_ key: Int, _ link: GraphLink) {
        for other in thing(key)[link.name] { unrelate(key, link, from: other) }
    }

    /// Replaces the members of a relationship, in the given order if the relationship is ordered.
    mutating func setMembers(_ key: Int, _ link: GraphLink, _ others: [Int]) {
        for other in thing(key)[link.name] where !others.contains(other) { unrelate(key, link, from: other) }
        for other in others { relate(key, link, to: other) }
        if link.isOrdered { things[key]?[link.name] = others }
    }

    private mutating func put(_ other: Int, into link: GraphLink, of key: Int) {
        things[key]?[link.name].append(other)
        if !link.isOrdered { things[key]?[link.name].sort() }
    }

    // MARK: Deleting

    /// Returns the objects that are deleted with an object by cascade rules, including itself.
    func closure(of key: Int) -> Set<Int> {
        var closure: Set<Int> = [key]
        var waiting = [key]
        while let next = waiting.popLast() {
            let thing = thing(next)
            for link in GraphLink.ofKind[thing.kind] ?? [] where link.rule == .cascadeDeleteRule {
                for other in thing[link.name] where closure.insert(other).inserted { waiting.append(other) }
            }
        }
        return closure
    }

    /// Whether a deny rule prevents the deletion of an object, or of one that its deletion cascades
    /// to. An object that is not in `source` is new, and no deny rule applies to it.
    func isDenied(_ key: Int, _ source: GraphPicture) -> Bool {
        let closure = closure(of: key)
        return closure.contains { key in
            guard source.things[key] != nil else { return false }
            let thing = thing(key)
            return (GraphLink.ofKind[thing.kind] ?? []).contains { link in
                link.rule == .denyDeleteRule && !closure.isSuperset(of: thing[link.name])
            }
        }
    }

    mutating func delete(_ key: Int) {
        let closure = closure(of: key)
        for key in closure {
            for link in GraphLink.ofKind[thing(key).kind] ?? [] { clear(key, link) }
        }
        for key in closure { things[key] = nil }
    }

    // MARK: Comparing

    /// Returns the keys of the objects that differ between the two states.
    func differences(from other: GraphPicture) -> Set<Int> {
        Set(things.keys).union(other.things.keys).filter { things[$0] != other.things[$0] }
    }
}
