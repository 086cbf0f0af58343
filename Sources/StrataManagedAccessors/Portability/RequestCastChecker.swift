/// A checker for casts between specializations of `NSFetchRequest`, and of related classes, that
/// cannot succeed on Linux.
///
/// A cast is not reported if its operand may be of the wanted type: if the file does not show the
/// operand's type, or if the type is a generic parameter.
struct RequestCastChecker {
    let resolver: TypeResolver

    /// Whether a file may have such a cast, by a search for words.
    static func concerns(_ source: SourceText) -> Bool {
        // A common part of all names excludes most files with two searches.
        guard source.contains("NSFetch") || source.contains("NSAsynchronousFetch") else { return false }
        return (RequestType.classNames + ["CoreData."]).contains { name in
            ["as! ", "as? ", "is "].contains { source.contains($0 + name) }
        }
    }

    func problems(in list: TokenList) -> [Problem] {
        guard Self.concerns(list.source) else { return [] }
        return list.indices.compactMap { index in
            guard let cast = RequestCast(list, at: index), let operand = cast.operand, !canSucceed(operand, cast) else {
                return nil
            }
            return Problem(at: list.place(of: index), cast.message(operand))
        }
    }

    /// Whether a cast of an operand may succeed.
    private func canSucceed(_ operand: RequestType, _ cast: RequestCast) -> Bool {
        guard operand.className == cast.className else { return true }
        let (from, to) = (operand.argument, cast.argument)
        if from == to { return true }
        if from == "Self" {
            // `Self` is the class of an unqualified `fetchRequest()`, which may be the wanted
            // class.
            return to != RequestType.anyResult
        }
        if [from, to].contains(RequestType.anyResult) { return false }
        guard let left = name(of: from), let right = name(of: to) else { return true }
        return left == right
    }

    /// Returns the full name of a type that the sources or the system declare; nil for others, such
    /// as a generic parameter.
    private func name(of argument: String) -> String? {
        if Self.systemResults.contains(argument) { return argument }
        let names = argument.split(separator: ".").map(String.init)
        return resolver.declaration(of: names, in: TypeResolver.Scope(module: resolver.app.name, path: []))?.qualifiedName
    }

    private static let systemResults: Set<String> = ["NSManagedObject", "NSManagedObjectID", "NSDictionary", "NSNumber"]
}

/// A cast to a specialization of `NSFetchRequest` or a related class.
struct RequestCast {
    /// `as!`, `as?` or `is`.
    let keyword: String
    let className: String
    let argument: String
    /// The specialization of the operand; nil if it is unknown.
    let operand: RequestType?
    /// The function that the cast's value is passed to; nil if the cast is not an argument.
    private let callee: String?

    /// Parses the cast whose `as` or `is` is at `index`; nil if there is none.
    init?(_ list: TokenList, at index: Int) {
        let isQuestion = list.isWord("is", at: index)
        let mark = list.isSign("!", at: index + 1) || list.isSign("?", at: index + 1)
        guard index > 0, isQuestion || list.isWord("as", at: index) && mark,
            let target = list.specialization(at: isQuestion ? index + 1 : index + 2)
        else { return nil }
        keyword = isQuestion ? "is" : "as" + (list[index + 1]?.text ?? "")
        (className, argument) = (target.className, target.argument)
        let start = MemberChain.start(list, endingAt: index - 1)
        operand = MemberChain(list, from: start).flatMap { chain in
            chain.range.upperBound <= index ? RequestTypeInference(list: list).type(of: chain) : nil
        }
        callee = Self.callee(list, before: start)
    }

    private static func callee(_ list: TokenList, before start: Int) -> String? {
        let isLabelled = list.isSign(":", at: start - 1) && list.word(at: start - 2) != nil
        let open = isLabelled ? start - 3 : start - 1
        return list.isSign("(", at: open) ? list.word(at: open - 1) : nil
    }

    // MARK: The message

    private var wanted: String { "\(className)<\(argument)>" }

    func message(_ operand: RequestType) -> String {
        let outcome =
            switch keyword {
            case "as!": "traps"
            case "as?": "is always nil"
            default: "is always false"
            }
        return
            "This '\(keyword) \(wanted)' \(outcome) on Linux, since the value is of type '\(operand.spelling)': Swift distinguishes the "
            + "two types, which are one class in Objective-C. \(advice(operand))"
    }

    /// Returns code to write instead, which works on both platforms.
    private func advice(_ operand: RequestType) -> String {
        if keyword == "is" { return "Ask for 'NSPersistentStoreRequest' instead." }
        switch (operand.origin, className) {
        case (.classMethod(let owner), "NSFetchRequest") where argument == RequestType.anyResult:
            return "Write '\(owner).fetchRequest() as \(wanted)', with a plain 'as'."
        case (.classMethod, "NSFetchRequest"):
            return "Write '\(wanted)(entityName: …)' with the name of the entity."
        case (.initializer, _):
            return "Write '\(wanted)(…)' at once."
        case (.template, _):
            return "Leave the template as it is and cast what it fetches: 'try context.fetch(template) as? [\(argument)]'."
        case (.variable(let name), "NSFetchedResultsController"):
            return
                "Use '\(name)' as it is and cast its objects, 'controller.object(at: indexPath) as? \(example)', or declare it as "
                + "'\(wanted)' where it is made."
        case (.variable(let name), "NSFetchRequest") where argument == RequestType.anyResult && callee == "NSBatchDeleteRequest":
            let owner = operand.argument
            return
                "Declare '\(name)' as 'let \(name): \(wanted) = \(owner).fetchRequest()', which compiles on Apple's platforms too."
        case (.variable, "NSFetchRequest") where ["fetch", "count"].contains(callee):
            return "Leave the cast out: \(callee ?? "")(_:) takes a request of any type."
        case (.variable(let name), _):
            return "Declare '\(name)' as '\(wanted)' where it is made, which compiles on Apple's platforms too."
        case (.classMethod, _):
            return "Make it as '\(wanted)'."
        }
    }

    private var example: String { argument == RequestType.anyResult ? "NSManagedObject" : argument }
}
