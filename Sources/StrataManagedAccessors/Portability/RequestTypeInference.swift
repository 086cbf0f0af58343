/// The inference of an expression's specialization from its file alone.
struct RequestTypeInference {
    let list: TokenList

    /// Returns the type of a chain; nil if the file does not show it, or it may be any
    /// specialization.
    ///
    /// - Parameter index: The position of the lookup of variables; nil for the start of the chain.
    func type(of chain: MemberChain, before index: Int? = nil) -> RequestType? {
        let index = index ?? chain.range.lowerBound
        guard let last = chain.components.last else { return nil }
        if let argument = last.typeArgument, last.isCall {
            return RequestType(className: last.name, argument: argument, origin: .initializer)
        }
        let receiver = chain.components.dropLast()
        switch (last.name, last.isCall) {
        case ("fetchRequest", true) where !last.hasArguments:
            guard let owner = owner(receiver, before: index) else { return nil }
            return RequestType(className: "NSFetchRequest", argument: owner, origin: .classMethod(owner))
        case ("fetchRequestTemplate", true), ("fetchRequestFromTemplate", true):
            return RequestType(className: "NSFetchRequest", argument: RequestType.anyResult, origin: .template)
        case ("copy", true) where !last.hasArguments:
            return variable(receiver, before: index)
        case (_, false):
            return variable(chain.components[...], before: index)
        default:
            return nil
        }
    }

    /// Returns the type whose `fetchRequest()` is called.
    private func owner(_ receiver: ArraySlice<MemberChain.Component>, before index: Int) -> String? {
        guard let last = receiver.last else { return "Self" }
        guard receiver.allSatisfy({ !$0.isCall && $0.typeArgument == nil }) else { return nil }
        if ["self", "Self"].contains(last.name) { return "Self" }
        if last.name.first?.isUppercase == true { return receiver.map(\.name).joined(separator: ".") }
        guard receiver.count == 1, case .metatype(let name)? = declaration(of: last.name, before: index) else { return nil }
        return name
    }

    private func variable(_ components: ArraySlice<MemberChain.Component>, before index: Int) -> RequestType? {
        let names = components.first?.name == "self" ? components.dropFirst() : components
        guard names.count == 1, let name = names.first?.name, case .instance(var type)? = declaration(of: name, before: index)
        else { return nil }
        type.origin = .variable(name)
        return type
    }

    // MARK: Variables

    private enum Declared {
        case instance(RequestType)
        /// `T.Type`
        case metatype(String)
        case other
    }

    /// Returns the nearest declaration of a variable, a parameter or a property that is in scope at
    /// a token.
    private func declaration(of name: String, before index: Int) -> Declared? {
        var depth = 0
        for index in (0..<index).reversed() {
            if list.isSign("}", at: index) { depth += 1 }
            if list.isSign("{", at: index), depth > 0 { depth -= 1 }
            if depth == 0, let found = declaration(of: name, at: index) { return found }
        }
        // A property may be declared below the function that uses it.
        for index in list.indices[index...] {
            if list.isSign("{", at: index) { depth += 1 }
            if list.isSign("}", at: index) { depth -= 1 }
            if depth < 0, isVariable(at: index), let found = declaration(of: name, at: index) { return found }
        }
        return nil
    }

    private func isVariable(at index: Int) -> Bool { list.isWord("let", at: index - 1) || list.isWord("var", at: index - 1) }

    private func declaration(of name: String, at index: Int) -> Declared? {
        guard list.isWord(name, at: index) else { return nil }
        if list.isSign(":", at: index + 1) {
            let annotated = annotation(at: index + 2)
            // In a call, `request:` is an argument label.
            return isVariable(at: index) ? annotated ?? .other : annotated
        }
        guard isVariable(at: index), list.isSign("=", at: index + 1), !list.isSign("=", at: index + 2) else { return nil }
        return initialValue(at: index + 2, of: index)
    }

    /// Returns the type annotation at an index; nil if there is none.
    private func annotation(at index: Int) -> Declared? {
        var index = index
        while list.isWord("inout", at: index) || list.isWord("any", at: index) { index += 1 }
        if let type = list.specialization(at: index) {
            guard !list.isSign("(", at: type.end + 1) else { return nil }
            return .instance(RequestType(className: type.className, argument: type.argument, origin: .initializer))
        }
        guard let name = list.word(at: index), name.first?.isUppercase == true else { return nil }
        if list.isSign(".", at: index + 1), list.isWord("Type", at: index + 2) { return .metatype(name) }
        let isType = list.isSign(")", at: index + 1) || list.isSign(",", at: index + 1) || list.isSign("=", at: index + 1)
        return isType ? .other : nil
    }

    private func initialValue(at index: Int, of variable: Int) -> Declared {
        var index = index
        while list.isWord("try", at: index) || list.isWord("await", at: index) || list.isSign("!", at: index) { index += 1 }
        guard let chain = MemberChain(list, from: index) else { return .other }
        let end = chain.range.upperBound
        if list.isWord("as", at: end) {
            let start = list.isSign("!", at: end + 1) || list.isSign("?", at: end + 1) ? end + 2 : end + 1
            guard let type = list.specialization(at: start) else { return .other }
            return .instance(RequestType(className: type.className, argument: type.argument, origin: .initializer))
        }
        guard !list.isSign("?", at: end), !list.isSign("[", at: end) else { return .other }
        return type(of: chain, before: variable).map(Declared.instance) ?? .other
    }
}
