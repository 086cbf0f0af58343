public import Foundation
import Synchronization
internal import Traps

/// A condition on an object or a row, written in Apple's predicate language.
///
///     let strong = NSPredicate(format: "magnitude > %f AND place CONTAINS[cd] %@", 4.5, "alaska")
///
/// Immutable, and so free to cross threads. Two predicates are equal when they print alike.
// Safe to share: immutable after init, but for compiled forms that are stored atomically; so are
// all subclasses here.
open class NSPredicate: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What both evaluators read.
    package let form: PredicateForm

    // Made at the first evaluation: most predicates only ever become SQL.
    private let forReadables = AtomicLazyReference<CompiledPredicate<any KeyValueReadable>>()
    private let forObjects = AtomicLazyReference<CompiledPredicate<Operand>>()

    package init(form: PredicateForm) {
        self.form = form
    }

    /// A predicate that is always true or always false.
    public convenience init(value: Bool) {
        self.init(form: .always(value))
    }

    /// A predicate that asks a closure, with the object and the substitution variables. It runs in memory only.
    public convenience init(block: @escaping (Any?, [String: Any]?) -> Bool) {
        self.init(form: .block(PredicateBlock(block)))
    }

    /// Reads `predicateFormat`, with an argument for each `%@`, `%K`, `%d` and so on.
    ///
    /// A format that cannot be read is a programmer's mistake, for which Apple's frameworks raise: it traps with a sentence that shows
    /// the place. A format makes an `NSComparisonPredicate`, or an `NSCompoundPredicate` where it joins or negates.
    public convenience init(format predicateFormat: String, _ args: any CVarArg...) {
        self.init(reading: predicateFormat, args)
    }

    /// Reads `predicateFormat` with its arguments in an array; see `init(format:_:)`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(reading: predicateFormat, arguments ?? [])
    }

    private convenience init(reading format: String, _ arguments: [Any]) {
        do {
            let predicate = NSPredicate.predicate(for: try FormatParser.parse(format, arguments: arguments))
            guard let predicate = predicate as? Self else {
                trap("The format \u{201C}\(format)\u{201D} makes an \(type(of: predicate)), not an \(Self.self).")
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

    /// What an archive's class alone says; nil for a class whose objects differ.
    class var archivedForm: PredicateForm? { nil }

    open class var supportsSecureCoding: Bool { true }

    open override var classForKeyedArchiver: AnyClass? { form.archivedClass ?? super.classForKeyedArchiver }

    /// Writes the keys that Apple's archives have. A predicate with a closure cannot be archived: it traps.
    open func encode(with coder: NSCoder) {
        form.encode(with: coder)
    }

    /// The predicate in its language; `init(format:)` reads it back as an equal predicate.
    open var predicateFormat: String { form.format }

    /// Whether `object` satisfies the predicate.
    ///
    /// Key paths are read from dictionaries with string keys, from managed objects, and from the stored properties of any Swift
    /// value. Traps, as Apple's frameworks raise, for a key that the object does not have and for a variable without a value. Compiled at
    /// the first call.
    open func evaluate(with object: Any?) -> Bool {
        evaluate(with: object, substitutionVariables: nil)
    }

    /// The same, with a value for each `$name` in the predicate.
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
            trap("\(error)")
        }
    }

    /// Does nothing. On Apple's platforms it permits a predicate from an archive to run; here no format can call a method.
    open func allowEvaluation() {}

    open override var description: String { predicateFormat }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSPredicate)?.predicateFormat.utf8.elementsEqual(predicateFormat.utf8) ?? false
    }

    open override var hash: Int { predicateFormat.hashValue }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSPredicate {
    /// The predicate of the class that Apple's frameworks give for a form.
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

/// Lets an initialiser answer with an object of a subclass, which a class alone cannot: assigning to `self` is for protocols.
protocol ClassCluster {}

extension ClassCluster {
    init(instance: Self) { self = instance }
}

extension NSPredicate: ClassCluster {}
