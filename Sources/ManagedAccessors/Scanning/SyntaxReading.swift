import SwiftSyntax

extension AttributeListSyntax {
    var areManaged: Bool { contains(named: "NSManaged") }

    func contains(named name: String) -> Bool {
        contains { element in
            guard case .attribute(let attribute) = element else { return false }
            return attribute.attributeName.trimmedDescription == name
        }
    }
}

extension DeclModifierListSyntax {
    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) && $0.detail?.detail.tokenKind != .identifier("set") }
    }

    /// The access of the declaration itself: `private(set)` says nothing about it.
    var access: Access {
        if contains(.private) || contains(.fileprivate) { return .file }
        if contains(.public) || contains(.open) || contains(.package) { return .outside }
        return contains(.internal) ? .internal : .unspecified
    }
}

extension MemberBlockSyntax {
    /// The stored properties of a structure, in their order in memory.
    var fields: [TypeDeclaration.Field] {
        members.flatMap { member -> [TypeDeclaration.Field] in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else {
                // What stands in a condition may or may not be stored; a field without a type says that nobody knows.
                return member.decl.is(IfConfigDeclSyntax.self) ? [TypeDeclaration.Field(name: "#if", type: nil)] : []
            }
            guard !variable.modifiers.contains(.static) else { return [] }
            let isPlain = variable.attributes.isEmpty && [.lazy, .weak, .unowned].allSatisfy { !variable.modifiers.contains($0) }
            var type: SwiftType?
            var fields: [TypeDeclaration.Field] = []
            for binding in variable.bindings.reversed() {
                if let annotation = binding.typeAnnotation { type = SwiftType(annotation.type) }
                guard !binding.isComputed else { continue }
                let name = binding.pattern.trimmedDescription
                let own =
                    binding.typeAnnotation == nil && binding.initializer != nil ? binding.initializer?.value.literalType : type
                fields.append(TypeDeclaration.Field(name: name, type: isPlain ? own : nil))
            }
            return fields.reversed()
        }
    }

    /// The cases of an enumeration, in their order.
    func cases(areIndirect: Bool) -> [TypeDeclaration.Case] {
        members.flatMap { member -> [TypeDeclaration.Case] in
            guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { return [] }
            return declaration.elements.map { element in
                TypeDeclaration.Case(
                    name: element.name.identifier?.name ?? element.name.text,
                    rawValue: element.rawValue?.value.trimmedDescription,
                    payload: element.parameterClause?.parameters.map { SwiftType($0.type) } ?? [],
                    isIndirect: areIndirect || declaration.modifiers.contains(.indirect))
            }
        }
    }
}

extension PatternBindingSyntax {
    /// Whether the property has a getter; observers alone leave it stored.
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let list):
            !list.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
        }
    }
}

extension ExprSyntax {
    /// The type that a literal gives a property without a type.
    fileprivate var literalType: SwiftType? {
        switch kind {
        case .integerLiteralExpr: .named("Int")
        case .floatLiteralExpr: .named("Double")
        case .booleanLiteralExpr: .named("Bool")
        case .stringLiteralExpr: .named("String")
        default: nil
        }
    }
}
