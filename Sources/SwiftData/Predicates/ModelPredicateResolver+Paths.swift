internal import CoreData
internal import StrataPredicates

// Key paths, from entity to entity
extension ModelPredicateResolver {
    /// Returns the expression and the meaning of a path that continues from another expression.
    func follow(
        _ names: ArraySlice<String>, from base: ExpressionForm, _ meaning: Meaning
    ) throws -> (ExpressionForm, Meaning) {
        guard let name = names.first else { return (base, meaning) }
        let rest = names.dropFirst()
        switch meaning {
        case .null: return (.constant(.null), .null)
        case .encoded(let reason): throw unsupported(reason)
        case .objects where name == "@count" && rest.isEmpty: return (base.count, .value)
        // Other operators, and the properties of values such as `length`.
        case .objects, .unsigned, .value: return (base.appending(Array(names)), .value)
        case .structure(let attribute, let kind):
            guard let element = attribute.elements.first(where: { $0.name == name }) else {
                throw unsupported("'\(attribute.name)' has no stored property '\(name)'")
            }
            let field = kind?.elements.first { $0.name == name }
            let meaning = field?.storage == .json ? encoded(element) : Meaning(of: field?.type)
            return try follow(rest, from: try read(name, of: base, kind), meaning)
        case .object(let entity):
            guard let property = entity.propertiesByName[name] else {
                if name == "self" { return try follow(rest, from: base, meaning) }
                throw unsupported("\(entity.name ?? "") has no stored property '\(name)'")
            }
            if property.isTransient { throw unsupported("\(entity.name ?? "").\(name) is not stored") }
            return try follow(rest, property, base.appending([name]))
        }
    }

    /// Follows a path on from a property, whose own path is `path`.
    private func follow(
        _ names: ArraySlice<String>, _ property: NSPropertyDescription, _ path: ExpressionForm
    ) throws -> (ExpressionForm, Meaning) {
        if let relationship = property as? NSRelationshipDescription, let destination = relationship.destinationEntity {
            return try follow(names, from: path, relationship.isToMany ? .objects(destination) : .object(destination))
        }
        let layout = property.entity.modelLayout as? ModelLayout
        let index = layout?.modelClass.properties.firstIndex { $0.name == property.name }
        let kind = index.flatMap { layout?.kinds[$0] }
        switch kind?.storage {
        case .rawValue:
            // The name of the element, which is that of the property, may be part of the path already.
            let isElement = names.first == property.name
            let meaning = Meaning(of: kind?.elements.first?.type)
            return try follow(isElement ? names.dropFirst() : names, from: path.appending([property.name]), meaning)
        case .cases(let cases):
            let name = cases.reversed().reduce(ExpressionForm.constant(.null)) { rest, name in
                let isCase = PredicateForm.comparison(path.appending([name]), .init(.notEqual), .constant(.null))
                return .conditional(isCase, .constant(.string(name)), rest)
            }
            return try follow(names, from: name, .value)
        case .composite:
            guard let composite = property as? NSCompositeAttributeDescription else { break }
            return try follow(names, from: path, .structure(composite, kind))
        case .json, .archive, .transformer, .memory: return try follow(names, from: path, encoded(property))
        case .scalar, .relationship, nil: break
        }
        return try follow(names, from: path, Meaning(of: kind?.type))
    }

    /// Returns a property of a structure: in each branch of a conditional, because a structure as a
    /// whole has no column.
    private func read(_ name: String, of base: ExpressionForm, _ kind: ValueKind?) throws -> ExpressionForm {
        switch base {
        case .conditional(let test, let yes, let no):
            return .conditional(test, try read(name, of: yes, kind), try read(name, of: no, kind))
        case .constant(.null): return base
        case .constant:
            guard let stored = elements(of: base, kind) else {
                throw unsupported("'\(name)' is read from a constant that is no such structure")
            }
            return .constant(try Value(converting: stored[name]))
        default: return base.appending([name])
        }
    }

    /// Returns the stored elements of a captured structure; nil for another expression.
    func elements(of form: ExpressionForm, _ kind: ValueKind?) -> [String: Any]? {
        guard case .constant(.opaque(let opaque)) = form, let captured = opaque.object as? CapturedConstants.Structure else {
            return nil
        }
        return kind?.encodeAny(captured.value) as? [String: Any]
    }

    private func encoded(_ property: NSPropertyDescription) -> Meaning {
        .encoded("'\(property.name)' is stored as a whole, in an encoded form, and can be compared with nil only")
    }
}

extension ExpressionForm {
    /// The number of models: in each branch of a conditional, because a store counts the models of a
    /// path only.
    fileprivate var count: ExpressionForm {
        switch self {
        case .conditional(let test, let yes, let no): .conditional(test, yes.count, no.count)
        case .constant(.list(let values)): .constant(.int(Int64(values.count)))
        case .constant(.null): self
        default: appending(["@count"])
        }
    }
}
