/// The type aliases of an app's files for specializations of `NSFetchRequest` and related classes,
/// such as `typealias QuakeRequest = NSFetchRequest<Quake>`.
///
/// An alias is known by its name alone, wherever it is declared. Two of one name with different
/// types make its type unknown.
struct RequestAliases {
    /// An alias: the class, and the type argument or nil if it is the alias's own parameter.
    private struct Target: Hashable {
        var className: String
        /// nil for a parameter of the alias, or if two aliases differ.
        var argument: String?
        /// Whether the aliased type only contains the specialization.
        var isContainer: Bool
    }

    private var targets: [String: Target] = [:]

    var names: Set<String> { Set(targets.keys) }

    /// Whether a file may declare an alias, by a search for words.
    static func concerns(_ source: SourceText) -> Bool {
        source.contains("typealias") && RequestType.classNames.contains(where: source.contains)
    }

    init(_ lists: [TokenList] = []) {
        for list in lists {
            for index in list.indices where list.isWord("typealias", at: index) { add(list, at: index + 1) }
        }
    }

    private mutating func add(_ list: TokenList, at index: Int) {
        guard let name = list.word(at: index) else { return }
        var value = index + 1
        var parameters: Set<String> = []
        if list.isSign("<", at: value), let end = list.closingBracket(of: value) {
            parameters = Set((value..<end).compactMap(list.word))
            value = end + 1
        }
        guard list.isSign("=", at: value), let target = list.castTarget(at: value + 1, RequestAliases()) else { return }
        let argument = parameters.contains(target.argument) ? nil : target.argument
        var found = Target(className: target.className, argument: argument, isContainer: target.container != nil)
        if let known = targets[name], known != found { found.argument = "_" }
        targets[name] = found
    }

    /// Returns the type that `Alias(…)` creates; nil if it is unknown.
    func specialization(named name: String) -> RequestType? {
        guard let target = targets[name], !target.isContainer, let argument = target.argument else { return nil }
        return RequestType(className: target.className, argument: argument, origin: .initializer)
    }

    /// Parses an alias at `index`, with or without the names of the types around it.
    func specialization(_ list: TokenList, at index: Int) -> (className: String, argument: String, end: Int, isContainer: Bool)? {
        guard !targets.isEmpty else { return nil }
        var index = index
        while list.word(at: index) != nil, list.isSign(".", at: index + 1), list.word(at: index + 2) != nil { index += 2 }
        guard let name = list.word(at: index), let target = targets[name] else { return nil }
        if list.isSign("<", at: index + 1), let end = list.closingBracket(of: index + 1) {
            return (target.className, target.argument ?? list.typeArgument(in: index + 2..<end), end, target.isContainer)
        }
        return (target.className, target.argument ?? "_", index, target.isContainer)
    }
}
