import StrataModelFormat

// `@NSManaged` members become computed properties and functions with bodies. They call the same
// accessors as generated classes; the compiler chooses the one for the written type.
extension SourceRewriter {
    mutating func addAccessors(_ member: Declaration) {
        guard let attribute = member.attribute("NSManaged") else { return }
        blank(attribute.range)
        let type = member.path.joined(separator: ".")
        let title = "\(type).\(member.name)"
        guard member.container != nil else { return }
        if facts.isManaged(type) == false {
            report(at: member.nameIndex, "\(title) is @NSManaged, but \(type) is no subclass of NSManagedObject.")
            return
        }
        if member.isStatic {
            report(
                at: member.nameIndex,
                "An @NSManaged member belongs to an object and cannot be static. Remove 'static' or @NSManaged.")
            return
        }
        if member.keyword == "func" { addBody(member, type, title) } else { addGetters(member, type) }
    }

    // MARK: Properties

    private mutating func addGetters(_ member: Declaration, _ type: String) {
        let bindings = tokens.bindings(of: member)
        for (number, binding) in bindings.enumerated().reversed() {
            guard let written = binding.type else {
                report(at: binding.name, "An @NSManaged property needs a name and a type.")
                return
            }
            addGetter(member, type, binding.name, written, hasOwnType: binding.hasOwnType)
            guard number > 0 else { continue }
            // The comma in front of the name begins the next declaration.
            let words = member.modifiers.filter { $0.word != "dynamic" }.map { tokens.text(of: $0.range) + " " }.joined()
            let comma = byte(binding.name - 1)..<end(binding.name - 1)
            replace(comma, with: "; \(words)var")
        }
    }

    private mutating func addGetter(
        _ member: Declaration, _ type: String, _ nameIndex: Int, _ written: ClosedRange<Int>, hasOwnType: Bool
    ) {
        guard let name = tokens.word(at: nameIndex) else { return }
        let spelling = tokens.text(of: written)
        let property = nameIndex == member.nameIndex ? member.objectiveCName(tokens) ?? name : name
        let place = place(of: property, type, at: nameIndex)
        checkType(spelling, of: place, "\(type).\(name)", type, at: nameIndex)
        let slot = "at: \(place.slot), \"\(place.name)\""
        let setter =
            place.isPrimitive ? "setPrimitiveValue(newValue, forKey: \"\(place.name)\")" : "setValue(newValue, \(slot))"
        let accessors = " { get { value(\(slot)) } set { \(setter) } }"
        insert(hasOwnType ? accessors : ": \(spelling)\(accessors)", at: end(hasOwnType ? written.upperBound : nameIndex))
    }

    /// Returns the property and its slot in the first entity that has it, and warns if an entity of
    /// the class lacks it.
    private mutating func place(of name: String, _ type: String, at index: Int) -> PropertyPlace {
        let primitive = PropertyCheck.primitiveName(name)
        var found: PropertyPlace?
        for use in facts.uses(of: type) {
            let candidates = [(name, false)] + primitive.map { ($0, true) }
            if let (known, isPrimitive) = candidates.first(where: { use.property(named: $0.0) != nil }) {
                found = found ?? PropertyPlace(name: known, slot: use.slot(of: known) ?? 0, isPrimitive: isPrimitive)
            } else {
                let names = use.propertyNames.isEmpty ? "none" : use.propertyNames.joined(separator: ", ")
                report(
                    .warning, at: index,
                    "\(type).\(name): the model “\(use.modelName)” has no property “\(name)” for its entity \(use.entity.name), so that "
                        + "using it traps. It has: \(names).")
            }
        }
        return found ?? PropertyPlace(name: primitive.first ?? name, slot: 0, isPrimitive: !primitive.isEmpty)
    }

    /// Warns about a type of the system that the attribute cannot have. A type of the app is checked
    /// when the property is used.
    private mutating func checkType(_ spelling: String, of place: PropertyPlace, _ title: String, _ type: String, at index: Int) {
        var name = facts.unaliased(spelling)
        while name.hasSuffix("?") || name.hasSuffix("!") { name.removeLast() }
        name = PropertyCheck.aliases[name] ?? name
        for use in facts.uses(of: type) {
            guard let attribute = use.property(named: place.name) as? AttributeElement,
                let accepted = PropertyCheck.accepted[attribute.type], !accepted.contains(name),
                PropertyCheck.accepted.values.contains(where: { $0.contains(name) })
            else { continue }
            report(
                .warning, at: index,
                "\(title) is declared as '\(spelling)', but in the model “\(use.modelName)” \(use.entity.name).\(place.name) is an "
                    + "attribute of type \(attribute.type.rawValue). Declare it as \(accepted.map { "'\($0)'" }.joined(separator: " or "))."
            )
        }
    }

    // MARK: Functions

    private mutating func addBody(_ function: Declaration, _ type: String, _ title: String) {
        guard let close = tokens.openOfParameters(of: function).flatMap(tokens.closingBracket) else { return }
        var last = close
        if tokens[close + 1]?.text == "->", let end = tokens.lastTokenOfType(from: close + 2) { last = end }
        let parameters = tokens.parameters(of: function)
        let labels = parameters.map { $0.label == "_" ? nil : $0.label }
        let read =
            function.objectiveCName(tokens).flatMap(CollectionMethod.read(objectiveCName:))
            ?? CollectionMethod.read(function.name, labels: labels)
        guard last == close, let (method, relationship) = read, let call = call(method, relationship, parameters, type, function)
        else {
            let message = AccessorWriter.unknownFunction(title)
            report(.warning, at: function.nameIndex, message)
            insert(" { trapInAccessor(\"\(message.escaped)\") }", at: end(last))
            return
        }
        insert(" { \(call) }", at: end(last))
    }

    private mutating func call(
        _ method: CollectionMethod, _ relationship: String, _ parameters: [ParameterText], _ type: String, _ function: Declaration
    ) -> String? {
        let names = [relationship.prefix(1).lowercased() + relationship.dropFirst(), relationship]
        let uses = facts.uses(of: type)
        let known = names.first { name in uses.contains { $0.property(named: name) != nil } } ?? names[0]
        let types = parameters.map { tokens.text(ofType: $0.type.lowerBound) }.map(facts.unaliased)
        let arguments = zip(parameters, types).map { parameter, type in
            type == "IndexSet" ? "NSIndexSet(indexSet: `\(parameter.name)`)" : "`\(parameter.name)`"
        }
        let place = place(of: known, type, at: function.nameIndex)
        let end = "at: \(place.slot), \"\(place.name)\")"
        let isList = types.map { $0.hasPrefix("[") || $0.hasPrefix("Set<") || $0.hasPrefix("Array<") }
        let isCollection = types.map { $0 == "NSSet" || $0 == "NSOrderedSet" }
        let isIndexes = types.map { $0 == "NSIndexSet" || $0 == "IndexSet" }
        switch (method, arguments.count) {
        case (.add, 1), (.remove, 1):
            let verb = method == .add ? "add" : "remove"
            if isList[0] { return "for object in \(arguments[0]) { \(verb)Object(object, \(end) }" }
            return "\(verb)Object\(isCollection[0] ? "s" : "")(\(arguments[0]), \(end)"
        case (.insertAt, 2):
            if isList[0] { return "insertObjects(Array(\(arguments[0])), atIndexes: \(arguments[1]), \(end)" }
            return "insertObject(\(arguments[0]), atIndex: \(arguments[1]), \(end)"
        case (.removeAt, 1):
            return isIndexes[0]
                ? "removeObjects(atIndexes: \(arguments[0]), \(end)" : "removeObject(atIndex: \(arguments[0]), \(end)"
        case (.replaceAt, 2):
            if isIndexes[0] { return "replaceObjects(atIndexes: \(arguments[0]), with: Array(\(arguments[1])), \(end)" }
            return "replaceObject(atIndex: \(arguments[0]), with: \(arguments[1]), \(end)"
        default: return nil
        }
    }
}

extension CollectionMethod {
    /// Parses the name that Core Data gives a function in Objective-C, such as `addItemsObject:`.
    ///
    /// - Returns: The method, and the relationship's name, capitalized; nil for other names.
    static func read(objectiveCName name: String) -> (method: CollectionMethod, relationship: String)? {
        for (parts, method) in objectiveCPatterns {
            guard name.hasPrefix(parts.0), name.hasSuffix(parts.1), name.utf8.count > parts.0.utf8.count + parts.1.utf8.count
            else {
                continue
            }
            let relationship = name.dropFirst(parts.0.count).dropLast(parts.1.count)
            if relationship.contains(":") {
                // `replaceItemsAtIndexes:withItems:` has the name twice.
                guard method == .replaceAt, let end = relationship.firstRange(of: "AtIndexes:with") else { continue }
                return (method, String(relationship[..<end.lowerBound]))
            }
            return (method, String(relationship))
        }
        return nil
    }

    private static let objectiveCPatterns: [((String, String), CollectionMethod)] = [
        (("insertObject:in", "AtIndex:"), .insertAt), (("removeObjectFrom", "AtIndex:"), .removeAt),
        (("replaceObjectIn", "AtIndex:withObject:"), .replaceAt), (("insert", ":atIndexes:"), .insertAt),
        (("remove", "AtIndexes:"), .removeAt), (("replace", ":"), .replaceAt), (("add", "Object:"), .add),
        (("remove", "Object:"), .remove), (("add", ":"), .add), (("remove", ":"), .remove),
    ]
}
