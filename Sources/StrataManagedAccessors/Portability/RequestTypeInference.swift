/// The inference of an expression's specialization from its file alone.
struct RequestTypeInference {
    let list: TokenList
    let aliases: RequestAliases
    /// The number of variables that led here, each as the initial value of the one before it.
    private var hops = 0

    init(list: TokenList, aliases: RequestAliases) {
        self.list = list
        self.aliases = aliases
    }

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
        if last.isCall, let alias = aliases.specialization(named: last.name) { return alias }
        let receiver = chain.components.dropLast()
        // In `requests[0].request` the chain has only the last member.
        let isWhole = !list.isSign(".", at: chain.range.lowerBound - 1)
        switch (last.name, last.isCall) {
        case ("fetchRequest", true) where isWhole && !last.hasArguments:
            guard let owner = owner(receiver, before: index) else { return nil }
            return RequestType(className: "NSFetchRequest", argument: owner, origin: .classMethod(owner))
        case ("fetchRequestTemplate", true), ("fetchRequestFromTemplate", true):
            return RequestType(className: "NSFetchRequest", argument: RequestType.anyResult, origin: .template)
        case ("copy", true) where isWhole && !last.hasArguments:
            return variable(receiver, before: index)
        case (_, false) where isWhole:
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
        let isMember = components.first?.name == "self" && components.count > 1
        let names = isMember ? components.dropFirst() : components
        guard names.count == 1, let name = names.first?.name,
            case .instance(var type)? = declaration(of: name, before: index, isMember: isMember)
        else { return nil }
        type.origin = .variable(name)
        return type
    }

    // MARK: Variables

    private enum Declared {
        case instance(RequestType)
        /// `T.Type`
        case metatype(String)
    }

    /// Returns the type of the variable, parameter or property that a name refers to at a token;
    /// nil if the file does not show it.
    private func declaration(of name: String, before index: Int, isMember: Bool = false) -> Declared? {
        let lookup = NameLookup(list: list, name: name)
        switch isMember ? lookup.member(at: index) : lookup.binding(at: index) {
        case .annotated(let type): return annotation(at: type)
        case .initialized(let value, let name): return initialValue(at: value, of: name)
        case .unknown, nil: return nil
        }
    }

    /// Returns the type annotation at an index; nil if it is of another type.
    private func annotation(at index: Int) -> Declared? {
        var index = index
        while list.isWord("inout", at: index) || list.isWord("any", at: index) { index += 1 }
        if let type = list.specialization(at: index) {
            // `NSFetchRequest<Baby>.self` and `NSFetchRequest<Baby>...`
            guard !list.isSign("(", at: type.end + 1), !list.isSign(".", at: type.end + 1) else { return nil }
            return .instance(RequestType(className: type.className, argument: type.argument, origin: .initializer))
        }
        if let type = aliases.specialization(list, at: index), !type.isContainer, !list.isSign("(", at: type.end + 1),
            !list.isSign(".", at: type.end + 1)
        {
            return .instance(RequestType(className: type.className, argument: type.argument, origin: .initializer))
        }
        guard let name = list.word(at: index), name.first?.isUppercase == true, list.isSign(".", at: index + 1),
            list.isWord("Type", at: index + 2)
        else { return nil }
        return .metatype(name)
    }

    private func initialValue(at index: Int, of variable: Int) -> Declared? {
        var index = index
        while list.isWord("try", at: index) || list.isWord("await", at: index) || list.isSign("!", at: index) { index += 1 }
        guard hops < 8, let chain = MemberChain(list, from: index) else { return nil }
        let end = chain.range.upperBound
        if list.isWord("as", at: end) {
            let start = list.isSign("!", at: end + 1) || list.isSign("?", at: end + 1) ? end + 2 : end + 1
            guard let type = list.castTarget(at: start, aliases), type.container == nil else { return nil }
            return .instance(RequestType(className: type.className, argument: type.argument, origin: .initializer))
        }
        // Any other sign is an operator, and the chain only one of its operands.
        let isEnd = [")", "]", "}", ",", "{", ";", "@"].contains { list.isSign($0, at: end) }
        guard !list.isWord("is", at: end), list[end]?.kind != .sign || isEnd else { return nil }
        var inference = self
        inference.hops += 1
        return inference.type(of: chain, before: variable).map(Declared.instance)
    }
}
