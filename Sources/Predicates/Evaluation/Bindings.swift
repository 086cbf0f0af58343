import Foundation

/// The variables in force while one object is evaluated.
///
/// A class, because an assignment (`$x := …`) is seen by all that is evaluated after it.
package final class Bindings {
    var values: [String: Operand]
    /// The context that was given, for closures and to hand assignments back.
    let dictionary: NSMutableDictionary?

    package init(_ variables: [String: Any]? = nil) {
        values = variables?.mapValues { Operand($0) } ?? [:]
        dictionary = nil
    }

    init(context: NSMutableDictionary?) {
        dictionary = context
        values = [:]
        for case let (name as String, value) in context ?? [:] { values[name] = Operand(value) }
    }

    /// Puts what was assigned into the context that was given.
    func writeBack() {
        for (name, value) in values { dictionary?[name] = value.object ?? NSNull() }
    }
}

extension PredicateForm {
    /// Whether an evaluation needs a place for variables.
    var usesVariables: Bool { contains { $0.needsBindings } }
}

extension ExpressionForm {
    /// Whether an evaluation needs a place for variables.
    var usesVariables: Bool {
        contains { $0.needsBindings }
    }

    fileprivate var needsBindings: Bool {
        switch self {
        case .variable, .assignment, .subquery: true
        default: false
        }
    }
}
