import Foundation

/// The values of variables during one evaluation.
///
/// A class, because everything evaluated after an assignment (`$x := …`) must see it.
package final class Bindings {
    package var values: [String: Operand]
    /// The caller's context, which is passed to closures and receives assignments.
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

    /// Writes all variables back into the caller's context.
    func writeBack() {
        for (name, value) in values { dictionary?[name] = value.object ?? NSNull() }
    }
}

extension PredicateForm {
    /// Whether an evaluation needs `Bindings`.
    var usesVariables: Bool { contains { $0.needsBindings } }
}

extension ExpressionForm {
    /// Whether an evaluation needs `Bindings`.
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
