/// A selector of the types as which values pass to the accessors' module. It collects the stand-ins
/// that they require.
final class TypeCarrier {
    private let resolver: TypeResolver
    /// The declarations of the stand-ins, in the order of first use.
    private(set) var standIns: [String] = []
    private var standInNames: [[String]: String] = [:]

    typealias Scope = TypeResolver.Scope

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Returns the carried form of a type.
    ///
    /// - Throws: `Problem` for a type that cannot be carried, with a remedy.
    func carry(_ type: SwiftType, in scope: Scope, at place: SourcePlace) throws(Problem) -> CarriedType {
        let (type, scope) = resolver.unaliased(type, in: scope)
        if case .optional(let wrapped) = type {
            var carried = try carry(wrapped, in: scope, at: place)
            guard !carried.isOptional else { throw cannotCarry(type, "an optional of an optional", place) }
            carried.isOptional = true
            return carried
        }
        guard case .named(let components) = type, let last = components.last else {
            try requireSystemTypes(type, in: scope, at: place)
            return CarriedType(spelling: "\(type)", isOptional: false, meaning: .system("\(type)"))
        }
        if let managed = managedClass(type, in: scope) {
            return CarriedType(spelling: "NSManagedObject", isOptional: false, meaning: .object(managed))
        }
        if components.count == 1, let element = last.arguments.first.flatMap({ managedClass($0, in: scope) }) {
            if last.name == "Set" {
                return CarriedType(spelling: "Set<NSManagedObject>", isOptional: false, meaning: .objectSet(of: element))
            }
            if last.name == "Array" {
                return CarriedType(spelling: "[NSManagedObject]", isOptional: false, meaning: .objectList(of: element))
            }
        }
        if let declaration = resolver.declaration(of: components.map(\.name), in: scope) {
            return try carry(declaration, type, in: scope, at: place)
        }
        if isSystem(type, in: scope) {
            let name = last.arguments.isEmpty ? last.name : "\(type)"
            return CarriedType(spelling: "\(type)", isOptional: false, meaning: .system(name))
        }
        // An array, set or dictionary is one reference, regardless of its elements.
        let expression = try typeExpression(type, in: scope, at: place)
        return CarriedType(
            spelling: "AnyObject", isOptional: false, meaning: .opaque(typeExpression: expression, hasRawValue: false))
    }

    /// Carries a type that the app or one of its dependencies declares.
    private func carry(
        _ declaration: TypeDeclaration, _ type: SwiftType, in scope: Scope, at place: SourcePlace
    ) throws(Problem) -> CarriedType {
        if let raw = rawType(of: declaration), case .enumeration(let cases) = declaration.kind {
            let name = try rawStandIn(for: declaration, cases, raw)
            return CarriedType(spelling: name, isOptional: false, meaning: .rawEnumeration(rawType: raw))
        }
        if declaration.kind == .class, declaration.access == .file {
            // The runtime cannot find a private class by its name, and need not: a stored value has
            // the name of its class.
            return CarriedType(spelling: "AnyObject", isOptional: false, meaning: .system("AnyObject"))
        }
        let expression = try typeExpression(type, in: scope, at: place)
        let hasRawValue = declaration.inherited.contains { ["RawRepresentable", "OptionSet"].contains("\($0)") }
        return CarriedType(
            spelling: try layoutType(type, in: scope, at: place), isOptional: false,
            meaning: .opaque(typeExpression: expression, hasRawValue: hasRawValue))
    }

    /// Returns the name of an enumeration with the same cases and raw values. It is `CaseIterable`,
    /// so that CoreData can identify the property of a key path by the cases that it returns.
    func rawStandIn(
        for declaration: TypeDeclaration, _ cases: [TypeDeclaration.Case], _ raw: String
    ) throws(Problem) -> String {
        try standIn(for: declaration) { name in
            let cases = cases.map { "    case `\($0.name)`\($0.rawValue.map { " = \($0)" } ?? "")\n" }
            return "enum \(name): \(raw), CaseIterable {\n\(cases.joined())}"
        }
    }

    /// Returns the type of an enumeration's raw values; nil if it has none.
    func rawType(of declaration: TypeDeclaration) -> String? {
        guard let first = declaration.inherited.first else { return nil }
        let raw = "\(resolver.unaliased(first, in: declaration.scope).type)"
        return Self.rawTypes.contains(raw) ? raw : nil
    }

    private static let rawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
        "Character",
    ]

    private func managedClass(_ type: SwiftType, in scope: Scope) -> CarriedType.ManagedClass? {
        let (type, scope) = resolver.unaliased(type, in: scope)
        guard case .named(let components) = type else { return nil }
        guard let declaration = resolver.declaration(of: components.map(\.name), in: scope) else {
            return components.last?.name == "NSManagedObject" ? CarriedType.ManagedClass() : nil
        }
        return resolver.isManaged(declaration) ? CarriedType.ManagedClass(declaration: declaration) : nil
    }

    /// Whether a type mentions no type of the app or its dependencies.
    func isSystem(_ type: SwiftType, in scope: Scope) -> Bool {
        switch type {
        case .optional(let wrapped): isSystem(wrapped, in: scope)
        case .other(_, let names): names.allSatisfy { resolver.find([$0], in: scope) == nil }
        case .named(let components):
            resolver.find(components.map(\.name), in: scope) == nil && resolver.find([components[0].name], in: scope) == nil
                && components.allSatisfy { $0.arguments.allSatisfy { isSystem($0, in: scope) } }
        }
    }

    private func requireSystemTypes(_ type: SwiftType, in scope: Scope, at place: SourcePlace) throws(Problem) {
        guard isSystem(type, in: scope) else {
            throw cannotCarry(type, "a type without a name that mentions types of the app", place)
        }
    }

    func cannotCarry(_ type: SwiftType, _ reason: String, _ place: SourcePlace) -> Problem {
        Problem(
            at: place,
            "An @NSManaged property cannot be of type '\(type)', which is \(reason). Keep the value in a property of another type, and "
                + "convert it in a computed one.")
    }

    func standIn(for declaration: TypeDeclaration, _ make: (String) throws(Problem) -> String) throws(Problem) -> String {
        let key = [declaration.module] + declaration.path
        if let known = standInNames[key] { return known }
        let name = "StandIn\(standInNames.count)_\(declaration.path.joined(separator: "_"))"
        // Recorded before `make`, because an enumeration can refer to itself.
        standInNames[key] = name
        let text = try make(name)
        standIns.append("/// A type with the memory layout of \(declaration.qualifiedName).\n\(text)")
        return name
    }

    /// Returns the declaration at a path of a module.
    func resolve(_ path: [String], in module: String) -> TypeDeclaration? {
        resolver.module(named: module)?.declaration(at: path)
    }

    func resolve(_ type: SwiftType, in scope: Scope) -> (type: SwiftType, scope: Scope, declaration: TypeDeclaration?) {
        let (type, scope) = resolver.unaliased(type, in: scope)
        guard case .named(let components) = type else { return (type, scope, nil) }
        return (type, scope, resolver.declaration(of: components.map(\.name), in: scope))
    }
}
