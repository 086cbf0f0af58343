/// A specialization of a class that Swift on Linux distinguishes by type argument, such as
/// `NSFetchRequest<Quake>`.
///
/// On Apple's platforms all specializations are one Objective-C class, and a cast between two of
/// them succeeds.
struct RequestType: Hashable {
    /// `NSFetchRequest` or a related class.
    var className: String
    /// The type argument as written, without `any` and without a module.
    var argument: String
    var origin: Origin

    /// The expression that determined the value's type.
    enum Origin: Hashable {
        case initializer
        /// `Quake.fetchRequest()`, with the name of the class.
        case classMethod(String)
        /// A fetch request template of a model.
        case template
        case variable(String)
    }

    static let classNames: Set<String> = [
        "NSFetchRequest", "NSFetchedResultsController", "NSAsynchronousFetchRequest", "NSAsynchronousFetchResult",
    ]

    /// The type argument for any kind of result.
    static let anyResult = "NSFetchRequestResult"

    var spelling: String { "\(className)<\(argument)>" }
}

extension TokenList {
    /// Parses a specialization that begins at `index`, with or without a module name.
    ///
    /// - Returns: The type, and the index of its closing `>`; nil if there is none.
    func specialization(at index: Int) -> (className: String, argument: String, end: Int)? {
        let start = isWord("CoreData", at: index) && isSign(".", at: index + 1) ? index + 2 : index
        guard let name = word(at: start), RequestType.classNames.contains(name), isSign("<", at: start + 1),
            let end = closingBracket(of: start + 1)
        else { return nil }
        return (name, typeArgument(in: start + 2..<end), end)
    }
}
