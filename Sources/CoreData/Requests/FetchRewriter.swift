internal import StrataPredicates

/// Rewrites the comparisons that mean something else in a fetch than in
/// `NSPredicate.evaluate(with:)`.
///
/// Apple's SQLite store joins the rows of a to-many relationship to those of the entity, and tests
/// one after the other. In memory, key-value coding gives the predicate a collection. So two kinds
/// of comparisons differ, and apps rely on what a fetch finds:
///
///     ANY tags.name == nil          objects without tags, too: an outer join has NULLs for them
///     tags.name CONTAINS[cd] "x"    searches within each name, not for an equal one
///     "x" IN tags.name              the same
///
/// A `StoreQuery` rewrites its predicate once, for SQL and memory, so that both agree:
///
///     ANY tags.name == nil OR NOT ANY tags != nil
///     ANY tags.name CONTAINS[cd] "x"
///
/// Of several to-many relationships along a path, the outer join also has NULLs for a member of one
/// that has no members of the next; see `lacksMembers(_:_:)`.
///
/// It keeps the rewriter for the conditions in the columns, the groups and the new values of its
/// request, which are compiled later.
///
/// A store that executes requests itself gets the app's predicate, and evaluates it as memory does.
/// For the entities of such a store, both kinds stay as they are.
///
/// A third kind, `entity == %@` or `entity.name == "X"`, becomes tests of what the object is a kind
/// of, since no column has a description. They hold for objects of that entity itself only.
struct FetchRewriter {
    private typealias Comparison = PredicateForm.Comparison

    private let layout: EntityLayout
    /// Whether to-many relationships are compared as by a store that joins their members.
    private let joinsMembers: Bool
    /// The entities of the objects that the variables of the enclosing subqueries stand for.
    private var variables: [String: EntityLayout] = [:]

    init(_ layout: EntityLayout, joinsMembers: Bool = true) {
        self.layout = layout
        self.joinsMembers = joinsMembers
    }

    /// Returns a predicate of objects of the entity, rewritten, in the normal form.
    ///
    /// Requires one that is simplified to comparisons: in a list, none could be rewritten.
    func rewritten(_ form: PredicateForm) -> PredicateForm {
        switch form {
        case .always, .block: form
        case .and(let forms): .and(forms.map(rewritten)).gatheringEqualities
        case .or(let forms): .or(forms.map(rewritten)).gatheringEqualities
        case .not(let form): .not(rewritten(form))
        case .comparison(let left, let comparison, let right): rewritten(rewritten(left), comparison, rewritten(right))
        }
    }

    /// Returns an expression of objects of the entity with its predicates rewritten.
    ///
    /// Requires one that is simplified to comparisons.
    func rewritten(_ form: ExpressionForm) -> ExpressionForm {
        guard case .subquery(let collection, let variable, let predicate) = form else {
            return form.mapParts(rewritten, rewritten)
        }
        var inner = self
        inner.variables[variable] = entity(ofElements: collection)
        return .subquery(rewritten(collection), variable: variable, inner.rewritten(predicate))
    }

    private func rewritten(_ left: ExpressionForm, _ comparison: Comparison, _ right: ExpressionForm) -> PredicateForm {
        let form = PredicateForm.comparison(left, comparison, right)
        return switch (comparison.modifier, comparison.kind) {
        case (.any, .equal) where right == .constant(.null): orWithoutMembers(form, left)
        case (.direct, .contains): search(right, comparison, inEach: left) ?? form
        case (.direct, .in): search(left, comparison, inEach: right) ?? entityTest(left, comparison, right) ?? form
        case (.direct, .equal), (.direct, .notEqual): entityTest(left, comparison, right) ?? form
        default: form
        }
    }

    // MARK: Key paths

    /// Returns the key path that an expression is, from the object or from a variable; nil for any
    /// other expression, and for a key path that the entity does not have.
    private func path(_ form: ExpressionForm) -> QueryPath? {
        switch form {
        // Ignored: reading the dependencies of the predicate reports it.
        case .keyPath(let names): try? QueryPath(names, in: layout)
        // Ignored: as above.
        case .variable(let name): variables[name].flatMap { try? QueryPath([], in: $0) }
        // Ignored: as above.
        case .path(.variable(let name), let names): variables[name].flatMap { try? QueryPath(names, in: $0) }
        default: nil
        }
    }

    /// Returns the entity of a subquery's objects; nil if they are values or not known.
    private func entity(ofElements collection: ExpressionForm) -> EntityLayout? {
        if case .subquery(let collection, _, _) = collection { return entity(ofElements: collection) }
        guard let path = path(collection), case .objects = path.end else { return nil }
        return path.destination
    }

    // MARK: To-many relationships

    /// Returns `ANY left == nil`, or that a to-many relationship along the path has no members.
    private func orWithoutMembers(_ form: PredicateForm, _ left: ExpressionForm) -> PredicateForm {
        guard joinsMembers, let path = path(left), path.isToMany else { return form }
        if case .operation = path.end { return form }
        return switch left {
        case .keyPath: .or([form] + lacksMembers(path.hops[...]) { .keyPath($0) })
        case .path(let base, _): .or([form] + lacksMembers(path.hops[...]) { .path(base, $0) })
        default: form
        }
    }

    /// Returns conditions of which one holds if the first to-many relationship among some has no
    /// members, or if this is true of the rest for one of its members. An outer join has NULLs for
    /// either.
    ///
    ///     NOT ANY books != nil, SUBQUERY(books, $member1, NOT ANY $member1.tags != nil).@count != 0
    private func lacksMembers(
        _ hops: ArraySlice<QueryPath.Hop>, _ start: ([String]) -> ExpressionForm
    ) -> [PredicateForm] {
        guard let first = hops.firstIndex(where: \.isToMany) else { return [] }
        let members = start(hops[...first].map { $0.layout.names[$0.slot] })
        let isEmpty = PredicateForm.not(.comparison(members, Comparison(.notEqual, .any), .constant(.null)))
        let rest = hops[(first + 1)...]
        guard rest.contains(where: \.isToMany) else { return [isEmpty] }
        let variable = "member\(first)"
        let lacking = lacksMembers(rest) { .path(.variable(variable), $0) }
        let found = ExpressionForm.subquery(members, variable: variable, lacking.count == 1 ? lacking[0] : .or(lacking))
        return [isEmpty, .comparison(.path(found, ["@count"]), Comparison(.notEqual), .constant(.int(0)))]
    }

    /// Returns the search for a constant text in each text of to-many relationships; nil if the
    /// operands are anything else.
    private func search(
        _ text: ExpressionForm, _ comparison: Comparison, inEach collection: ExpressionForm
    ) -> PredicateForm? {
        guard joinsMembers, case .constant(.string) = text, let path = path(collection), path.isToMany, path.endsInText
        else { return nil }
        var contains = comparison
        (contains.kind, contains.modifier) = (.contains, .any)
        return .comparison(collection, contains, text)
    }

    // MARK: Entities

    /// Returns the test whether an object's entity is one of some; nil for any other comparison.
    private func entityTest(
        _ left: ExpressionForm, _ comparison: Comparison, _ right: ExpressionForm
    ) -> PredicateForm? {
        guard case .constant(let value) = right, comparison == Comparison(comparison.kind) else { return nil }
        let named = left.owner(of: ["entity", "name"])
        // The model may have a property `entity`.
        guard let object = named ?? left.owner(of: ["entity"]), path(left) == nil,
            let path = path(object), !path.isToMany, case .objects = path.end
        else { return nil }
        var values = [value]
        if comparison.kind == .in {
            guard case .list(let elements) = value else { return nil }
            values = elements
        }
        let names = values.compactMap { named == nil ? $0.entityName : $0.text }
        if names.count < values.count { return nil }
        let test = PredicateForm.or(names.map { isExactly($0, object, path.destination) })
        return comparison.kind == .notEqual ? .not(test) : test
    }

    /// Returns the test whether an object is of the named entity and of none of its subentities.
    private func isExactly(_ name: String, _ object: ExpressionForm, _ layout: EntityLayout) -> PredicateForm {
        func isKind(_ name: String) -> PredicateForm {
            .comparison(.function(.isKind, [object, .constant(.string(name))]), Comparison(.equal), .constant(.bool(true)))
        }
        guard let entity = layout.kind(named: name)?.entity else { return .always(false) }
        return .and([isKind(name)] + entity.subentities.map { .not(isKind($0.layout.name)) })
    }
}

extension QueryPath {
    /// Whether the path ends in an attribute that a column holds as text.
    fileprivate var endsInText: Bool {
        attribute.map { [.stringAttributeType, .URIAttributeType].contains($0.attributeType) } ?? false
    }
}

extension ExpressionForm {
    /// Returns the object whose key path ends in some names; nil for an expression that does not.
    fileprivate func owner(of last: [String]) -> ExpressionForm? {
        switch self {
        case .keyPath(let names) where names.suffix(last.count) == last[...]: .keyPath(names.dropLast(last.count))
        case .path(let base, let names) where names.suffix(last.count) == last[...]:
            names.count == last.count ? base : .path(base, names.dropLast(last.count))
        default: nil
        }
    }
}

extension Value {
    /// The name of the entity whose description the value is; nil for any other value.
    fileprivate var entityName: String? {
        if case .opaque(let value) = self { (value.object as? NSEntityDescription)?.name } else { nil }
    }
}
