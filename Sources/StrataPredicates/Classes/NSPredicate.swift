public import Foundation
import Synchronization
internal import StrataTraps

/// A condition on an object or a row, in Apple's predicate language.
///
///     let strong = NSPredicate(format: "magnitude > %f AND place CONTAINS[cd] %@", 4.5, "alaska")
///
/// A fetch request evaluates it in the store, `evaluate(with:)` in memory, with the same result.
/// Immutable, so it can be shared between threads. Two predicates are equal if their formats are.
// Safe to share: immutable after init, except the compiled forms, which are stored atomically; the
// subclasses in this module add constants only.
open class NSPredicate: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The form that both evaluators read. Set by initializers only.
    package internal(set) final var form: PredicateForm

    // Compiled at the first evaluation, because most predicates are only translated to SQL.
    private let forReadables = AtomicLazyReference<CompiledPredicate<any KeyValueReadable>>()
    private let forObjects = AtomicLazyReference<CompiledPredicate<Operand>>()

    // Not a designated initializer: since it is not public, a subclass of a predicate in an app's module
    // would not inherit the convenience initializers.
    package convenience init(form: PredicateForm) {
        self.init(value: true)
        self.form = form
    }

    /// Creates a predicate that is always true or always false.
    public init(value: Bool) {
        form = .always(value)
    }

    /// Creates a predicate from a closure, which is passed the object and the substitution
    /// variables. It can be evaluated in memory only; a fetch with it fails.
    public convenience init(block: @escaping (Any?, [String: Any]?) -> Bool) {
        self.init(form: .block(PredicateBlock(block)))
    }

    /// Creates a predicate from a format, with an argument for each `%@`, `%K`, `%d` and so on.
    ///
    /// The result is an `NSComparisonPredicate` for a comparison and an `NSCompoundPredicate` for
    /// AND, OR and NOT. Traps if the format does not parse, where Apple's frameworks raise an
    /// exception; the message shows the position of the error.
    public convenience init(format predicateFormat: String, _ args: any CVarArg...) {
        self.init(reading: predicateFormat, args)
    }

    /// Creates a predicate from a format with its arguments in an array; see `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(reading: predicateFormat, arguments ?? [])
    }

    private convenience init(reading format: String, _ arguments: [Any]) {
        do {
            let predicate = NSPredicate.predicate(for: try FormatParser.parse(format, arguments: arguments))
            guard let predicate = predicate as? Self else {
                trap("The format \u{201C}\(format)\u{201D} creates an \(type(of: predicate)), not an \(Self.self).")
            }
            self.init(instance: predicate)
        } catch {
            trap("\(error)")
        }
    }

    public required init?(coder: NSCoder) {
        guard let form = Self.archivedForm ?? PredicateForm(from: coder) else { return nil }
        self.form = form
    }

    /// The form that an archived class name determines by itself; nil if the archive has more to
    /// decode.
    class var archivedForm: PredicateForm? { nil }

    /// True: decoding accepts only the classes of this module and Foundation's value classes.
    open class var supportsSecureCoding: Bool { true }

    open override var classForKeyedArchiver: AnyClass? { form.archivedClass ?? super.classForKeyedArchiver }

    /// Encodes the predicate with the keys of Apple's archives. Traps for a closure.
    open func encode(with coder: NSCoder) {
        form.encode(with: coder)
    }

    /// The predicate as a format, which `init(format:)` parses back to an equal predicate.
    open var predicateFormat: String { form.format }

    /// Whether `object` satisfies the predicate.
    ///
    /// Key paths are read from dictionaries with string keys, from managed objects and from the
    /// stored properties of any Swift value. Traps for an unknown key and for a variable without a
    /// value, where Apple's frameworks raise an exception. A comparison by `<` or `>` of values that
    /// have no order, such as arrays, makes the result false and is reported to standard error. The
    /// first call compiles the predicate.
    open func evaluate(with object: Any?) -> Bool {
        evaluate(with: object, substitutionVariables: nil)
    }

    /// Whether `object` satisfies the predicate with a value for each `$name` in it.
    open func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        do {
            let bindings = if let bindings { Bindings(bindings) } else { nil as Bindings? }
            guard let object = object as? any KeyValueReadable else {
                let predicate = try forObjects.load() ?? forObjects.storeIfNil(CompiledPredicate(form))
                return try predicate.matches(Operand(object), bindings)
            }
            let predicate = try forReadables.load() ?? forReadables.storeIfNil(CompiledPredicate(forReadables: form))
            return try predicate.matches(object, bindings)
        } catch {
            return resultOfFailedEvaluation(error)
        }
    }

    /// Does nothing. On Apple's platforms it permits the evaluation of a predicate from an archive;
    /// here no predicate can call arbitrary methods.
    open func allowEvaluation() {}

    open override var description: String { predicateFormat }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPredicate)?.predicateFormat.utf8.elementsEqual(predicateFormat.utf8) ?? false
    }

    open override var hash: Int { predicateFormat.hashValue }

    /// Returns the predicate itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSPredicate {
    /// Returns a predicate of the class that Apple's frameworks use for the form.
    package static func predicate(for form: PredicateForm) -> NSPredicate {
        switch form {
        case .and(let forms): NSCompoundPredicate(andPredicateWithSubpredicates: forms.map(predicate))
        case .or(let forms): NSCompoundPredicate(orPredicateWithSubpredicates: forms.map(predicate))
        case .not(let form): NSCompoundPredicate(notPredicateWithSubpredicate: predicate(for: form))
        case .comparison(let left, let comparison, let right): NSComparisonPredicate(left, comparison, right)
        case .always, .block: NSPredicate(form: form)
        }
    }
}

/// A class whose initializers can return an instance of a subclass by assigning to `self`, which
/// Swift allows in protocol extensions only.
protocol ClassCluster {}

extension ClassCluster {
    init(instance: Self) { self = instance }
}

extension NSPredicate: ClassCluster {}
