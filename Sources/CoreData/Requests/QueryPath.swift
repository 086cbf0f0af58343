internal import StrataPredicates
internal import StrataTraps

/// A key path of a query, resolved to slots once.
///
/// `category.items.@sum.price` from the entity `Item` has two hops, `category` and `items`, and the
/// end `.operation(.sum, price)`.
///
/// A name that an entity does not have means the property of the only subentity that has it. It is
/// nil for objects of other entities.
struct QueryPath {
    /// A relationship along the path.
    struct Hop: Hashable {
        /// The entity that the relationship starts from.
        let layout: EntityLayout
        let slot: Int

        var destination: EntityLayout { layout.destination(slot) }
        var isToMany: Bool { layout.kinds[slot].isToMany }
    }

    /// The value that the path reads at the end of its relationships.
    indirect enum End {
        /// The objects themselves: the path ends in a relationship, in `self` or in `objectID`.
        case objects
        /// An attribute of each object.
        ///
        /// - Parameters:
        ///   - elements: The position within a composite attribute, and within each composite
        ///     nested in it.
        ///   - rest: The remaining names, which compute from the value (`length`) or from all
        ///     values together (`@count`).
        case attribute(Int, elements: [Int], rest: [String])
        /// A collection operator over the values of another path, evaluated for each object; nil if
        /// the objects are only counted.
        case operation(CollectionOperator, QueryPath?)
    }

    let start: EntityLayout
    let hops: [Hop]
    let end: End
    /// The entity at the end of the path's relationships, or its subentity that has the attribute.
    let destination: EntityLayout
    /// Whether a relationship or the attribute is one of a subentity.
    let readsSubentities: Bool

    /// Whether the path leads to several objects.
    var isToMany: Bool { hops.contains(where: \.isToMany) }

    /// The error for a name that neither the entity nor a single subentity has.
    struct NotFound: Error, CustomStringConvertible {
        let description: String
    }

    /// Resolves a key path.
    ///
    /// - Parameter isOfMany: Whether the path starts at several objects, so that it may begin with
    ///   a collection operator.
    /// - Throws: `NotFound` for an unknown name. `InvalidPredicate` for a property that is not in
    ///   the store, for the object's entity, and for a misplaced collection operator.
    init(_ names: [String], in start: EntityLayout, isOfMany: Bool = false) throws {
        func notFound(_ reason: String) -> NotFound {
            NotFound(description: "keypath \(names.joined(separator: ".")) not found in entity \(start.name): \(reason)")
        }
        var layout = start
        var hops: [Hop] = []
        var readsSubentities = false
        var rest = names[...]
        var end = End.objects
        walk: while let name = rest.popFirst() {
            switch name {
            case "self":
                continue
            case "objectID" where layout.slot(of: name) == nil:
                guard rest.isEmpty else { throw notFound("an objectID has no properties.") }
            case _ where name.hasPrefix("@"):
                let operation = try CollectionOperator.named(name)
                guard isOfMany || hops.contains(where: \.isToMany) else {
                    throw InvalidPredicate(
                        "\(names.joined(separator: ".")): \(name) needs a to-many relationship of '\(layout.name)' before it.")
                }
                end = .operation(operation, operation == .count ? nil : try QueryPath(Array(rest), in: layout))
                break walk
            default:
                let owners = layout.entities(having: name)
                if owners.isEmpty, name == "entity" { throw InvalidPredicate.entity(Array(names)) }
                guard owners.count == 1, let slot = owners[0].slot(of: name) else {
                    let names = owners.map { "'\($0.name)'" }.joined(separator: " and ")
                    throw notFound(
                        owners.isEmpty
                            ? "'\(layout.name)' has no property '\(name)'."
                            : "'\(name)' is ambiguous, since the subentities \(names) each have a property of that name.")
                }
                readsSubentities = readsSubentities || owners[0] !== layout
                layout = owners[0]
                guard layout.kinds[slot] != .fetched, !layout.properties[slot].isTransient else {
                    throw InvalidPredicate("\(layout.name).\(name) is not in the store: it is transient or a fetched property.")
                }
                guard layout.kinds[slot].isRelationship else {
                    end = try Self.attribute(slot, rest, in: layout, notFound)
                    break walk
                }
                hops.append(Hop(layout: layout, slot: slot))
                layout = layout.destination(slot)
            }
        }
        self.start = start
        self.hops = hops
        self.end = end
        destination = layout
        self.readsSubentities = readsSubentities
    }

    private static func attribute(
        _ slot: Int, _ names: ArraySlice<String>, in layout: EntityLayout, _ notFound: (String) -> NotFound
    ) throws -> End {
        var elements: [Int] = []
        var rest = names
        var attribute = layout.attribute(slot)
        while let composite = attribute as? NSCompositeAttributeDescription, let name = rest.first {
            guard let position = composite.elements.firstIndex(where: { $0.name == name }) else {
                throw notFound("the composite attribute '\(attribute.name)' has no element '\(name)'.")
            }
            elements.append(position)
            attribute = composite.elements[position]
            rest.removeFirst()
        }
        return .attribute(slot, elements: elements, rest: Array(rest))
    }
}

extension QueryPath {
    /// The attribute that the path ends in; nil if it computes from the attribute's value or ends
    /// in objects.
    var attribute: NSAttributeDescription? {
        guard case .attribute(let slot, let elements, rest: []) = end else { return nil }
        return elements.reduce(destination.attribute(slot)) { attribute, position in
            (attribute as? NSCompositeAttributeDescription)?.elements[position] ?? attribute
        }
    }
}

extension InvalidPredicate {
    /// Returns the error of a key path that reads the entity of an object in any way that
    /// `FetchRewriter` does not rewrite.
    static func entity(_ names: [String]) -> InvalidPredicate {
        InvalidPredicate(
            "\(names.joined(separator: ".")): no column holds the entity of an object. It and its name can be compared with constants by "
                + "==, != and IN only. Fetch managed objects or their IDs, which have it.")
    }
}

extension EntityLayout {
    /// Resolves a key path of a predicate or a sort.
    ///
    /// Traps for an unknown name, and for one that several subentities have, since that is a
    /// programmer's mistake. Throws `InvalidPredicate` for a property that is not in the store, for
    /// the object's entity, and for a misplaced collection operator.
    func path(_ names: [String], isOfMany: Bool = false) throws -> QueryPath {
        do {
            return try QueryPath(names, in: self, isOfMany: isOfMany)
        } catch let error as QueryPath.NotFound {
            trap(error.description)
        }
    }
}
