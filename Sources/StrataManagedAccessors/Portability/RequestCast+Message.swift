extension RequestCast {
    private var wanted: String { argument == "_" ? className : "\(className)<\(argument)>" }

    private var spelling: String {
        let type = container ?? wanted
        return switch keyword {
        case .forced: "'as! \(type)'"
        case .conditional: "'as? \(type)'"
        case .question, .questionPattern: "'is \(type)'"
        case .pattern: "pattern 'as \(type)'"
        }
    }

    /// Returns the message for an operand of a type that the cast cannot convert.
    func message(_ operand: RequestType) -> String {
        let outcome =
            switch keyword {
            case .forced: "traps"
            case .conditional: "is always nil"
            case .question: "is always false"
            case .pattern, .questionPattern: "never matches"
            }
        return
            "This \(spelling) \(outcome) on Linux, since the value is of type '\(operand.spelling)': Swift distinguishes the "
            + "two types, which are one class in Objective-C. \(advice(operand))"
    }

    /// The message for an operand whose type is unknown, so that the cast may fail.
    var warning: String {
        let outcome =
            switch keyword {
            case .forced: "traps"
            case .conditional: "is nil"
            case .question: "is false"
            case .pattern, .questionPattern: "does not match"
            }
        let condition =
            container == nil ? "unless the value was made as '\(wanted)'" : "unless each value in it was made as '\(wanted)'"
        return
            "This \(spelling) \(outcome) on Linux \(condition): Swift distinguishes the specializations of '\(className)', which are one "
            + "class in Objective-C. \(advice)"
    }

    private var advice: String {
        switch className {
        case "NSFetchRequest" where argument == RequestType.anyResult:
            "Declare the value as '\(wanted)' where it is made, or use it without the cast: fetch(_:), count(for:) and "
                + "NSBatchDeleteRequest take a request of any type."
        case "NSFetchRequest":
            "Declare the value as '\(wanted)' where it is made, or fetch with it as it is and cast the fetched objects: 'as? [\(example)]'."
        case "NSFetchedResultsController":
            "Declare the value as '\(wanted)' where it is made, or use it as it is and cast its objects: 'as? \(example)'."
        default:
            "Declare the value as '\(wanted)' where it is made."
        }
    }

    /// Returns code to write instead, which works on both platforms.
    private func advice(_ operand: RequestType) -> String {
        if keyword == .question || keyword == .questionPattern { return "Ask for 'NSPersistentStoreRequest' instead." }
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
