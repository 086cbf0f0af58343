internal import StrataTraps
internal import Synchronization

/// The comparisons by `<`, `>`, `<=`, `>=` and BETWEEN that met values of different kinds, such as
/// a text and a number.
///
/// Such a comparison is false, in a store as in memory; see `PredicateForm`. Apple's frameworks
/// raise an exception in memory, and in a store SQLite converts or orders the values. A program that
/// compares a number with `"5"` expects one or the other, so a sentence on standard error names the
/// comparison, once.
package enum MixedKinds {
    private static let reported = Mutex<Set<String>>([])

    /// The sentences that were reported, of which standard error has the first hundred. A program
    /// that builds predicates from what users type must fill neither memory nor the log.
    package static var messages: Set<String> { reported.withLock { $0 } }

    /// Reports that a comparison is false because its values are of different kinds.
    ///
    /// The sentence has key paths and kinds, and no constants, which may be private.
    ///
    /// - Parameters:
    ///   - left: The kind of the left value, as `Value.kindName`.
    ///   - right: The kind of the right value.
    package static func report(_ form: PredicateForm, _ left: String, _ right: String) {
        guard case .comparison(let first, let comparison, let second) = form else { return }
        let message =
            "\(first.subject(left)) and \(second.subject(right)) have no order, so their comparison by "
            + "\(comparison.kind.spelling) is false. Compare values of one kind: CAST(key, 'NSNumber') makes a number of a text."
        let isWritten = reported.withLock { $0.count < 1_000 && $0.insert(message).inserted && $0.count <= 100 }
        if isWritten { warn(message) }
    }
}

/// Reports one comparison of a compiled predicate, at the first row whose values are of different
/// kinds.
final class MixedKindsReporter: Sendable {
    private let form: PredicateForm
    private let isReported = Atomic(false)

    /// Creates a reporter; nil for a comparison that needs no order.
    init?(_ left: ExpressionForm, _ comparison: PredicateForm.Comparison, _ right: ExpressionForm) {
        switch comparison.kind {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: form = .comparison(left, comparison, right)
        case .equal, .notEqual, .in, .contains, .beginsWith, .endsWith, .like, .matches: return nil
        }
    }

    /// Reports two values without a common order, unless one of them is null.
    func report(_ left: Value, _ right: Value) {
        guard !left.isNull, !right.isNull, !isReported.exchange(true, ordering: .relaxed) else { return }
        MixedKinds.report(form, left.kindName, right.kindName)
    }
}

extension ExpressionForm {
    /// The subject of a sentence about a value: a key path with the kind of its value, and only the
    /// kind for any other expression.
    fileprivate func subject(_ kind: String) -> String {
        if case .keyPath = self { "\u{201C}\(format)\u{201D} (\(kind))" } else { kind }
    }
}

extension Value {
    /// The kind of the value with its article, for messages.
    var kindName: String {
        switch self {
        case .null: "nil"
        case .bool: "a Boolean"
        case .int, .double, .decimal: "a number"
        case .date: "a date"
        case .string: "a text"
        case .url: "a URL"
        case .data: "data"
        case .uuid: "a UUID"
        case .object: "a managed object"
        case .list: "a list"
        case .opaque(let value): "an object of the class \(type(of: value.object))"
        }
    }
}
