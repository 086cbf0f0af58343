/// A checker for casts between specializations of `NSFetchRequest`, and of related classes, which
/// succeed on Apple's platforms and fail on Linux.
///
/// A cast that cannot succeed is an error. One that may fail is a warning: the file does not show
/// the operand's type, the type is a generic parameter, or the cast is to a collection of requests.
struct RequestCastChecker {
    let aliases: RequestAliases
    /// Returns the full name of a type that the sources declare; nil for others.
    let declaredName: (String) -> String?

    init(aliases: RequestAliases, declaredName: @escaping (String) -> String?) {
        self.aliases = aliases
        self.declaredName = declaredName
    }

    init(resolver: TypeResolver, aliases: RequestAliases) {
        self.init(aliases: aliases) { argument in
            let names = argument.split(separator: ".").map(String.init)
            return resolver.declaration(of: names, in: TypeResolver.Scope(module: resolver.app.name, path: []))?.qualifiedName
        }
    }

    /// Whether a file may have such a cast, by a search for words.
    static func concerns(_ source: SourceText, _ aliases: Set<String>) -> Bool {
        // A common part of all names excludes most files with two searches.
        guard source.contains("NSFetch") || source.contains("NSAsynchronousFetch") || aliases.contains(where: source.contains)
        else { return false }
        return [" as", "\tas", "\nas", "as!", "as?", " is", "(is", "\tis", "\nis"].contains(where: source.contains)
    }

    func problems(in list: TokenList) -> [Problem] {
        list.indices.compactMap { index in
            guard list.isWord("as", at: index) || list.isWord("is", at: index),
                let cast = RequestCast(list, aliases, at: index)
            else { return nil }
            let place = list.place(of: index)
            guard let operand = cast.operand, operand.className == cast.className else {
                return cast.isResultOfExecute ? nil : Problem(at: place, severity: .warning, cast.warning)
            }
            return switch outcome(operand, cast) {
            case .success: nil
            case .unknown: Problem(at: place, severity: .warning, cast.warning)
            case .failure: Problem(at: place, cast.message(operand))
            }
        }
    }

    private enum Outcome {
        case success, failure, unknown
    }

    /// Returns whether a cast of an operand succeeds.
    private func outcome(_ operand: RequestType, _ cast: RequestCast) -> Outcome {
        let (from, to) = (operand.argument, cast.argument)
        if from == to { return .success }
        if from == "Self" {
            // `Self` is the class of an unqualified `fetchRequest()`, which is mostly the wanted
            // class.
            return to == RequestType.anyResult ? .failure : .success
        }
        if from == "_" || to == "_" { return .unknown }
        if [from, to].contains(RequestType.anyResult) { return .failure }
        guard let left = name(of: from), let right = name(of: to) else { return .unknown }
        return left == right ? .success : .failure
    }

    /// Returns the full name of a type that the sources or the system declare; nil for others, such
    /// as a generic parameter.
    private func name(of argument: String) -> String? {
        Self.systemResults.contains(argument) ? argument : declaredName(argument)
    }

    private static let systemResults: Set<String> = ["NSManagedObject", "NSManagedObjectID", "NSDictionary", "NSNumber"]
}
