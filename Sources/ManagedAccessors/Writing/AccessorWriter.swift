/// Writes the functions that an app's managed members are linked to.
struct AccessorWriter {
    let app: String
    let symbols: [String: String]
    private var types: [String] = []
    private var functions: [String] = []

    init(app: String, symbols: [String: String]) {
        self.app = app
        self.symbols = symbols
    }

    /// Adds the functions of a member.
    ///
    /// - Throws: `Problem` if the compiler gave the member no symbol, or a function's parameters do
    ///   not fit.
    mutating func add(_ accessor: Accessor, index: Int) throws(Problem) {
        let member = accessor.member
        let title = "\(app).\(member.title)"
        switch accessor.body {
        case .property(let type):
            let get = try symbol(index, "get", member)
            let set = try symbol(index, "set", member)
            let spelling = type.fullSpelling
            functions.append(
                """
                    // \(title)
                    @_silgen_name("\(get)") func \(app)_get\(index)() -> \(spelling) { \(getter(type, accessor.place)) }
                    @_silgen_name("\(set)") func \(app)_set\(index)(_ value: __owned \(spelling)) { \(setter(type, accessor.place)) }

                """)
        case .method(let method, let parameters):
            let call = try symbol(index, "call", member)
            let labels = ["a", "b"]
            let list = zip(labels, parameters).map { "_ \($0): \($1.fullSpelling)" }.joined(separator: ", ")
            guard let body = Self.call(method, parameters, accessor.place) else {
                throw Problem(at: member.place, Self.unknownFunction(member.title))
            }
            functions.append(
                """
                    // \(title)
                    @_silgen_name("\(call)") func \(app)_call\(index)(\(list)) { \(body) }

                """)
        case .trap(let message):
            let ends = member.type == nil ? ["call"] : ["get", "set"]
            functions.append("    // \(title)\n")
            for end in ends {
                let symbol = try symbol(index, end, member)
                // It never returns, so its parameters and result do not matter.
                functions.append(
                    "    @_silgen_name(\"\(symbol)\") func \(app)_\(end)\(index)() -> Never { trapInAccessor(\"\(message.escaped)\") }\n"
                )
            }
        }
    }

    private func symbol(_ index: Int, _ end: String, _ member: ManagedMember) throws(Problem) -> String {
        guard let symbol = symbols["strata_\(index)_\(end)"] else {
            throw Problem(at: member.place, "The compiler gave '\(member.name)' no symbol. Is it declared twice?")
        }
        return symbol
    }

    /// Returns the text of the file.
    func text(standIns: [String]) -> String {
        """
        // Made by ManagedAccessorsPlugin from the @NSManaged members of \(app), which links these functions by their names.
        // Never import this module: the compiler would hold the two declarations of a member against each other.
        internal import CoreData

        \((standIns + types).map { "\($0)\n" }.joined(separator: "\n"))
        extension NSManagedObject {
        \(functions.joined(separator: "\n"))}

        """
    }

    // MARK: Properties

    private mutating func getter(_ type: CarriedType, _ place: PropertyPlace) -> String {
        let value = "value(at: \(place.slot), \"\(place.name)\")"
        switch type.meaning {
        case .objectSet: return "membersInDestinationClass(at: \(place.slot), \"\(place.name)\")"
        case .object, .objectList, .rawEnumeration: return value
        case .system(let name) where Self.direct.contains(name):
            // The type is spelled out: by its result alone, the NSSet could be an NSMutableSet too.
            if !type.isOptional, ["NSSet", "NSOrderedSet"].contains(name) { return "\(value) as \(name)? ?? \(name)()" }
            // There is no accessor for an optional mutable collection, because a relationship
            // always has one.
            return type.isOptional && name.hasPrefix("NSMutable") ? "let members: \(name) = \(value); return members" : value
        case .system:
            let reader = type.isOptional ? "optionalValue" : "requiredValue"
            return "\(reader)(at: \(place.slot), \"\(place.name)\", of: (\(type.spelling)).self)"
        case .opaque(let expression, _):
            let reader = type.isOptional ? "optionalValue" : "requiredValue"
            return "\(reader)(at: \(place.slot), \"\(place.name)\", of: \(trueType(expression)))"
        }
    }

    private mutating func setter(_ type: CarriedType, _ place: PropertyPlace) -> String {
        switch type.meaning {
        case .opaque(let expression, _) where place.isPrimitive:
            return "setPrimitiveValue(value, forKey: \"\(place.name)\", of: \(trueType(expression)))"
        case .rawEnumeration where place.isPrimitive:
            return "setPrimitiveValue(value\(type.isOptional ? "?" : "").rawValue, forKey: \"\(place.name)\")"
        case _ where place.isPrimitive: return "setPrimitiveValue(value, forKey: \"\(place.name)\")"
        case .opaque(let expression, _):
            return "setValue(value, at: \(place.slot), \"\(place.name)\", of: \(trueType(expression)))"
        case .system(let name) where !Self.direct.contains(name):
            return "setValue(value, at: \(place.slot), \"\(place.name)\", of: (\(type.spelling)).self)"
        case .objectList: return "setValue(value, forKey: \"\(place.name)\")"
        default: return "setValue(value, at: \(place.slot), \"\(place.name)\")"
        }
    }

    /// Returns the name of the constant that holds a type's run-time form.
    private mutating func trueType(_ expression: String) -> String {
        let prefix = "private let \(app)_type"
        let ending = ": TrueType = \(expression)"
        if let known = types.firstIndex(where: { $0.hasSuffix(ending) }) { return "\(app)_type\(known)" }
        types.append("\(prefix)\(types.count)\(ending)")
        return "\(app)_type\(types.count - 1)"
    }

    /// The types that have accessors of their own in CoreData, optional and not.
    private static let direct: Set<String> = [
        "Int16", "Int32", "Int64", "Int", "Double", "Float", "Bool", "TimeInterval",
        "String", "Date", "Data", "Decimal", "UUID", "URL",
        "NSNumber", "NSDecimalNumber", "NSString", "NSDate", "NSData", "NSUUID", "NSURL",
        "NSSet", "NSOrderedSet", "NSMutableSet", "NSMutableOrderedSet",
    ]

    // MARK: Functions

    /// Returns the body of a function; nil if the parameters do not fit it.
    static func call(_ method: CollectionMethod, _ parameters: [CarriedType], _ place: PropertyPlace) -> String? {
        let end = "at: \(place.slot), \"\(place.name)\")"
        let kinds = parameters.map(ParameterKind.init)
        switch (method, kinds.first, kinds.dropFirst().first) {
        case (.add, .object, nil): return "addObject(a, \(end)"
        case (.remove, .object, nil): return "removeObject(a, \(end)"
        case (.add, .collection, nil): return "addObjects(a, \(end)"
        case (.remove, .collection, nil): return "removeObjects(a, \(end)"
        case (.add, .swiftCollection, nil): return "for object in a { addObject(object, \(end) }"
        case (.remove, .swiftCollection, nil): return "for object in a { removeObject(object, \(end) }"
        case (.insertAt, .object, .index): return "insertObject(a, atIndex: b, \(end)"
        case (.insertAt, .swiftCollection, .indexes(let convert)):
            return "insertObjects(Array(a), atIndexes: \(convert("b")), \(end)"
        case (.removeAt, .index, nil): return "removeObject(atIndex: a, \(end)"
        case (.removeAt, .indexes(let convert), nil): return "removeObjects(atIndexes: \(convert("a")), \(end)"
        case (.replaceAt, .index, .object): return "replaceObject(atIndex: a, with: b, \(end)"
        case (.replaceAt, .indexes(let convert), .swiftCollection):
            return "replaceObjects(atIndexes: \(convert("a")), with: Array(b), \(end)"
        default: return nil
        }
    }

    /// Returns the message for a function that no relationship has.
    static func unknownFunction(_ title: String) -> String {
        "\(title) is no function of a to-many relationship, so that calling it traps. Those of one named 'items' are addToItems(_:), removeFromItems(_:), "
            + "insertIntoItems(_:at:), removeFromItems(at:) and replaceItems(at:with:), with the parameters that Xcode generates."
    }
}

private enum ParameterKind {
    case object
    case collection
    case swiftCollection
    case index
    /// A set of indexes, with the expression that makes an `NSIndexSet` of it.
    case indexes((String) -> String)
    case other

    init(_ type: CarriedType) {
        self =
            switch type.meaning {
            case _ where type.isOptional: .other
            case .object: .object
            case .objectSet, .objectList: .swiftCollection
            case .system("NSSet"), .system("NSOrderedSet"): .collection
            case .system("Int"): .index
            case .system("NSIndexSet"): .indexes { $0 }
            case .system("IndexSet"): .indexes { "NSIndexSet(indexSet: \($0))" }
            default: .other
            }
    }
}
