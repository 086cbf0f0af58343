package import StrataModelFormat

/// A checker that finds the mistakes in a model.
///
/// An error is a mistake that Apple's compiler rejects, or with which no store can be created. A
/// warning is a mistake about which Apple's compiler warns. If Apple's severity is unknown, a
/// mistake in a model that works is a warning.
package struct ModelChecker {
    let model: ModelElement
    var problems: [Problem] = []

    private init(model: ModelElement) {
        self.model = model
    }

    /// Checks a model.
    ///
    /// - Returns: The problems in the order of their lines.
    package static func problems(in model: ModelElement) -> [Problem] {
        var checker = ModelChecker(model: model)
        for entity in model.entities {
            checker.check(entity)
        }
        for composite in model.composites {
            checker.check(composite)
        }
        checker.checkRenaming(model.entities, of: "The model")
        checker.checkGeneratedClasses()
        checker.checkFetchRequests()
        checker.checkConfigurations()
        checker.checkUnknown(model.raw)
        return checker.problems.enumerated()
            .sorted { ($0.element.location.line, $0.offset) < ($1.element.location.line, $1.offset) }
            .map(\.element)
    }

    /// Checks every version of a bundle, in the bundle's order.
    package static func problems(in bundle: ModelBundle) -> [Problem] {
        bundle.versions.flatMap { problems(in: $0.model) }
    }

    mutating func error(_ kind: Kind, _ element: some TypedElement, _ message: String) {
        report(.error, kind, at: element.location, message)
    }

    mutating func warn(_ kind: Kind, _ element: some TypedElement, _ message: String) {
        report(.warning, kind, at: element.location, message)
    }

    mutating func report(_ severity: Problem.Severity, _ kind: Kind, at location: SourceLocation, _ message: String) {
        problems.append(Problem(severity, at: location, "\(kind.rawValue): \(message)"))
    }

    /// The subject of a problem. The first two are Xcode's headings.
    enum Kind: String {
        case entity = "Misconfigured Entity"
        case property = "Misconfigured Property"
        case composite = "Misconfigured Composite"
        case fetchRequest = "Misconfigured Fetch Request"
        case configuration = "Misconfigured Configuration"
        case unknown = "Unknown Element"
    }
}
